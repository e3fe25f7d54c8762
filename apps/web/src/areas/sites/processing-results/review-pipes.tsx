import type { Pipe } from '@dmse/contract/sites/pipe';
import type { ProcessingPoints } from '@dmse/contract/sites/processing/result';
import { getSitesSettings, type SitesSettings } from '@dmse/contract/sites/settings';
import type { Shot } from '@dmse/contract/sites/shot';
import { makeProjection } from '@dmse/survey/geo/projection';
import { makePipe, makeStructure } from '@dmse/survey/pipe/app-pipe';
import { buildLongSections, type LongSection } from '@dmse/survey/pipe/long-section';
import { derivePipe } from '@dmse/survey/pipe/pipe';
import Box from '@mui/material/Box';
import { useMemo, useState } from 'react';
import { useCall } from '../../../api/use-call.ts';
import { useRunPipes, useRunShots } from '../field-run/use-run-features.ts';
import { isStanding } from '../processing/points-map.ts';
import { Section } from '../processing/section.tsx';
import { useProcessing } from '../processing/use-processing.ts';
import { LongSectionChart } from '../shot/long-section-chart.tsx';
import { SectionChoice } from '../shot/section-choice.tsx';

/** The pipes of a run from the side, with the rims that this attempt gives the structures. */
export function findSections(
  points: ProcessingPoints,
  shots: readonly Shot[],
  pipes: readonly Pipe[],
  { office_crs, tolerances }: Pick<SitesSettings, 'office_crs' | 'tolerances'>,
): LongSection[] {
  const places = new Map(points.matches.flatMap(({ at, app_shot }) => (isStanding(points, at) ? [[app_shot, at] as const] : [])));
  const rimOf = (shot: string) => {
    const at = places.get(shot);
    if (at === undefined) return null;
    return { easting: points.eastings[at]!, northing: points.northings[at]!, elevation: points.elevations[at] ?? null };
  };
  const structures = new Map(shots.map(({ id, properties }) => [id, makeStructure({ ...properties, id }, rimOf(id))]));
  const projection = makeProjection(office_crs);
  const derived = pipes.map(({ id, properties }) => derivePipe(makePipe({ ...properties, id }, projection), structures, tolerances));
  return buildLongSections(
    derived.map(({ pipe, start, end, length_2d, slope_percent }) => ({
      ...pipe,
      start_invert: start.invert.elevation,
      end_invert: end.invert.elevation,
      length_2d,
      slope_percent,
    })),
    [...structures.values()].map(({ id, name, rim }) => ({ id, name, rim: rim?.elevation ?? null })),
  );
}

/** Pipe profiles as the present coordinates make them; nothing for a run without pipes. */
export function ReviewPipes() {
  const { run, points } = useProcessing();
  const pipes = useRunPipes(run.id);
  const shots = useRunShots(run.id);
  const settings = useCall(getSitesSettings, {}, { staleTime: 5 * 60_000 });
  const [chosen, choose] = useState(0);
  const sections = useMemo(
    () =>
      points && pipes.data && pipes.data.length > 0 && shots.data && settings.data
        ? findSections(points, shots.data, pipes.data, settings.data)
        : [],
    [points, pipes.data, shots.data, settings.data],
  );
  const section = sections[chosen] ?? sections[0];
  if (!section) return null;
  return (
    <Section title="Pipe profiles" text="Inverts and slopes from the rims as they are processed now.">
      <Box>
        <SectionChoice sections={sections} chosen={section} onChoose={choose} />
      </Box>
      <LongSectionChart section={section} />
    </Section>
  );
}
