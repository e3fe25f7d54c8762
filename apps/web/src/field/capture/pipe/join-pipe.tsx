import { sayNotLoaded } from '@dmse/domain/sites/not-loaded';
import { whyCrossConnected } from '@dmse/domain/sites/pipe-systems';
import { createPipe } from '@dmse/sync/local/pipe';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { linkOptions, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { LinkButton } from '../../../parts/links.tsx';
import { useFieldSession } from '../../device/use-field.tsx';
import { FieldFrame } from '../../frame/field-frame.tsx';
import { say, sayNotSaved } from '../../frame/field-note.ts';
import { Section } from '../../frame/section.tsx';
import { usePipes, usePoints } from '../../frame/use-records.ts';
import { useFieldRun, useRunSync } from '../../run/field-run.ts';
import { pipeFields } from './pipe-drawing.ts';
import { StructurePicker } from './structure-picker.tsx';

/** `points?view=pipes&join`: a pipe from structure to structure, chosen from lists. Its form opens once it is saved. */
export function JoinPipe() {
  const { id } = useFieldRun();
  const { not_loaded } = useRunSync();
  const session = useFieldSession();
  const navigate = useNavigate();
  const structures = (usePoints(id) ?? []).filter((point) => point.is_structure && !point.is_deleted);
  const pipes = usePipes(id)?.filter((pipe) => !pipe.is_deleted);
  const [ends, setEnds] = useState<{ start: string | null; end: string | null }>({ start: null, end: null });
  const find = (structure: string | null) => structures.find((point) => point.id === structure) ?? null;
  const [start, end] = [find(ends.start), find(ends.end)];
  const now = new Date(session.clock.now()).toISOString();
  const fields = start && end ? pipeFields({ start, bends: [] }, end, pipes?.at(-1) ?? null, now) : null;
  const why = fields && whyCrossConnected(typeof fields.system === 'string' ? fields.system : null, start, end);
  const isTwice =
    fields !== null &&
    pipes?.some((pipe) => [pipe.start_structure, pipe.end_structure].sort().join() === [ends.start, ends.end].sort().join());
  const warnings = [why ? `This pipe ${why}.` : null, isTwice ? 'There is a pipe between these two already.' : null].filter(Boolean);

  const save = async () => {
    if (!fields) return;
    const saved = await createPipe(session, { field_run: id, fields });
    if (!saved.saved) return sayNotSaved(session, saved);
    say('success', `Saved on device: pipe ${String(saved.item.fields.name)}.`);
    await navigate({ to: '/fieldrun/field/$id/pipe/$pipeId', params: { id, pipeId: saved.item.id }, replace: true });
  };
  const list = linkOptions({ to: '/fieldrun/field/$id/$tab', params: { id, tab: 'points' }, search: { view: 'pipes' } });
  const bar = (
    <>
      <LinkButton {...list} variant="outlined" color="inherit">
        Cancel
      </LinkButton>
      <Button variant="contained" sx={{ flex: 1 }} disabled={!fields} onClick={save}>
        Save pipe
      </Button>
    </>
  );
  const lacks = sayNotLoaded(not_loaded, ['points']);
  const none = lacks ? `${lacks}.` : 'A pipe joins two structures. Take them as points first.';
  return (
    <FieldFrame place="pipes" bar={bar}>
      <Section title="Join structures">
        {structures.length < 2 ? <Box>{none}</Box> : null}
        <StructurePicker
          label="Starts at"
          structures={structures.filter((point) => point.id !== ends.end)}
          value={ends.start}
          onChange={(chosen) => setEnds({ ...ends, start: chosen })}
        />
        <StructurePicker
          label="Ends at"
          structures={structures.filter((point) => point.id !== ends.start)}
          value={ends.end}
          onChange={(chosen) => setEnds({ ...ends, end: chosen })}
        />
        {warnings.map((words) => (
          <Box
            key={words}
            role="status"
            sx={(theme) => ({ p: 3, borderRadius: '10px', backgroundColor: theme.vars.palette.tint.warning, fontWeight: 600 })}
          >
            {words}
          </Box>
        ))}
      </Section>
    </FieldFrame>
  );
}
