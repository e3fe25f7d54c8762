import { OPEN_ENDS, PIPE_MATERIALS, PIPE_STATUSES, SYSTEMS } from '@dmse/domain/sites/structure-text';
import { deleteItem, restoreItem } from '@dmse/sync/local/edit';
import { updatePipe } from '@dmse/sync/local/pipe';
import type { Fields, Json } from '@dmse/sync/wire';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useNavigate } from '@tanstack/react-router';
import { useFieldSession } from '../../device/use-field.tsx';
import { FieldFrame } from '../../frame/field-frame.tsx';
import { say, sayNotSaved } from '../../frame/field-note.ts';
import { Section } from '../../frame/section.tsx';
import { usePipes, usePoints } from '../../frame/use-records.ts';
import { useFieldRun } from '../../run/field-run.ts';
import { MissingRecord } from '../../run/missing-record.tsx';
import { sayState } from '../../run/state-text.ts';
import { ChoiceChips } from '../point/choice-chips.tsx';
import { type FieldPipe, readPipe } from '../point/field-record.ts';
import { KeptText } from '../point/kept-text.tsx';
import { NumberButton } from '../point/number-button.tsx';
import { useFound } from '../point/use-found.ts';
import { StructurePicker } from './structure-picker.tsx';

export type PipeTabProps = { pipeId: string };

/** `pipe/:pipeId`: what a pipe is. Each tap is saved at once, so there is nothing to forget. */
export function PipeTab({ pipeId }: PipeTabProps) {
  const { id } = useFieldRun();
  const pipes = usePipes(id);
  const here = pipes?.find((pipe) => pipe.id === pipeId);
  const found = useFound('pipe', pipeId, pipes !== undefined && here === undefined);
  const pipe = here ?? (found.item ? readPipe(found.item) : undefined);
  if (!pipe) return pipes ? <MissingRecord found={found} place="pipes" /> : <FieldFrame place="pipes">Opening…</FieldFrame>;
  return <PipeForm pipe={pipe} />;
}

const asChoices = (words: readonly string[]) => words.map((value) => ({ value }));

function PipeForm({ pipe }: { pipe: FieldPipe }) {
  const { id } = useFieldRun();
  const session = useFieldSession();
  const navigate = useNavigate();
  const structures = (usePoints(id) ?? []).filter((point) => point.is_structure && !point.is_deleted);
  const save = async (field: string, value: Json) => {
    const seen: Fields = { [field]: pipe.item.fields[field] ?? null };
    const saved = await updatePipe(session, pipe.id, { fields: { [field]: value }, seen });
    if (saved.saved) say('success', 'Saved on device.');
    else sayNotSaved(session, saved);
  };
  const remove = async () => {
    const done = await deleteItem(session, 'pipe', pipe.id);
    if (!done.saved) return sayNotSaved(session, done);
    say('warning', `Deleted pipe ${pipe.name ?? ''}.`, { label: 'Undo', run: () => void restoreItem(session, 'pipe', pipe.id) });
    await navigate({ to: '/fieldrun/field/$id/$tab', params: { id, tab: 'points' }, search: { view: 'pipes' } });
  };
  if (pipe.is_deleted) {
    const restore = async () => {
      const done = await restoreItem(session, 'pipe', pipe.id);
      if (!done.saved) sayNotSaved(session, done);
    };
    return (
      <FieldFrame
        place="pipes"
        bar={
          <Button variant="contained" sx={{ flex: 1 }} onClick={restore}>
            Restore
          </Button>
        }
      >
        <Section title={`Pipe ${pipe.name ?? ''}`}>This pipe is deleted.</Section>
      </FieldFrame>
    );
  }
  const ends = (field: 'start_structure' | 'end_structure', label: string) => (
    <StructurePicker label={label} structures={structures} value={pipe[field]} onChange={(value) => void save(field, value)} />
  );
  const isOpen = pipe.start_structure === null || pipe.end_structure === null;
  return (
    <FieldFrame place="pipes">
      <Section title={`Pipe ${pipe.name ?? ''}`}>
        {ends('start_structure', 'Starts at')}
        {ends('end_structure', 'Ends at')}
        {isOpen ? (
          <ChoiceChips
            label="What the open end is"
            choices={asChoices(OPEN_ENDS)}
            value={pipe.open_end}
            onChange={(value) => void save('open_end', value)}
          />
        ) : null}
        <ChoiceChips label="System" choices={asChoices(SYSTEMS)} value={pipe.system} onChange={(value) => void save('system', value)} />
        <NumberButton
          label="Inside diameter"
          unit="mm"
          isWhole
          recent={[200, 250, 300, 375, 450, 600]}
          value={pipe.inside_diameter}
          onChange={(value) => void save('inside_diameter', value)}
        />
        <ChoiceChips
          label="Material"
          choices={asChoices(PIPE_MATERIALS)}
          value={pipe.material}
          onChange={(value) => void save('material', value)}
        />
        <ChoiceChips
          label="Status"
          choices={asChoices(PIPE_STATUSES)}
          value={pipe.status}
          onChange={(value) => void save('status', value)}
        />
        <KeptText key={pipe.id} label="Note" value={pipe.note ?? ''} onSave={(note) => save('note', note || null)} />
      </Section>
      <Section>
        <Box sx={{ color: 'text.secondary' }}>{sayState(pipe.state, pipe.item.error_reason)}</Box>
        <Button variant="outlined" color="error" onClick={remove}>
          Delete pipe
        </Button>
      </Section>
    </FieldFrame>
  );
}
