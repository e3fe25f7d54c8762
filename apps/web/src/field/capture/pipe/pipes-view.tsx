import { sayNotLoaded } from '@dmse/domain/sites/not-loaded';
import Box from '@mui/material/Box';
import { linkOptions } from '@tanstack/react-router';
import { Icon } from '../../../parts/icon/icon.tsx';
import { LinkButton } from '../../../parts/links.tsx';
import { useWord } from '../../../parts/search/address.ts';
import { FieldFrame } from '../../frame/field-frame.tsx';
import { RowLink } from '../../frame/row-link.tsx';
import { usePipes, usePoints } from '../../frame/use-records.ts';
import { count } from '../../run/count-text.ts';
import { useFieldRun, useRunSync } from '../../run/field-run.ts';
import { StateIcon } from '../../run/state-icon.tsx';
import { JoinPipe } from './join-pipe.tsx';

/** `points?view=pipes`: the pipes of the run, and the ways to a new one; `join` joins two structures from lists. */
export function PipesView() {
  const join = useWord('join');
  return join === undefined ? <PipeList /> : <JoinPipe />;
}

function PipeList() {
  const { id } = useFieldRun();
  const { isCounted, not_loaded } = useRunSync();
  const lacks = sayNotLoaded(not_loaded, ['pipes']);
  const pipes = usePipes(id)?.filter((pipe) => !pipe.is_deleted);
  const points = new Map((usePoints(id) ?? []).map((point) => [point.id, point]));
  const nameOf = (structure: string | null) => (structure === null ? 'open end' : (points.get(structure)?.name ?? 'unknown structure'));
  const way = (search: Record<string, string>) => linkOptions({ to: '/fieldrun/field/$id/$tab', params: { id, tab: 'points' }, search });
  const bar = (
    <>
      <LinkButton
        {...way({ view: 'map', draw: 'pipe' })}
        variant="outlined"
        color="inherit"
        startIcon={<Icon name="draw" size={24} />}
        sx={{ flex: 1 }}
      >
        Draw on map
      </LinkButton>
      <LinkButton {...way({ view: 'pipes', join: 'yes' })} variant="contained" startIcon={<Icon name="add" size={24} />} sx={{ flex: 1 }}>
        Join from list
      </LinkButton>
    </>
  );
  return (
    <FieldFrame place="pipes" bar={bar}>
      <Box role="status" sx={{ mb: 2, color: 'text.secondary' }}>
        {pipes === undefined || !isCounted ? 'Reading…' : sayPipes(pipes.length, lacks)}
      </Box>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: '8px' }}>
        {pipes?.map((pipe) => (
          <li key={pipe.id}>
            <RowLink
              title={`${nameOf(pipe.start_structure)} → ${nameOf(pipe.end_structure)}`}
              subtitle={[pipe.system, pipe.inside_diameter === null ? null : `${pipe.inside_diameter} mm`, pipe.material, pipe.open_end]
                .filter(Boolean)
                .join(' · ')}
              end={<StateIcon state={pipe.state} />}
              to={{ to: '/fieldrun/field/$id/pipe/$pipeId', params: { id, pipeId: pipe.id } }}
            />
          </li>
        ))}
      </Box>
    </FieldFrame>
  );
}

function sayPipes(found: number, lacks: string | null): string {
  if (found > 0) return `${count(found, 'pipe')}${lacks ? `; ${lacks}` : ''}`;
  return lacks ? `${lacks}.` : 'No pipes yet. Join two structures, or draw on the map.';
}
