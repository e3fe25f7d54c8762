import type { LightItem } from '@dmse/sync/item';
import { updateRun } from '@dmse/sync/local/run';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { ChoiceChips } from '../capture/point/choice-chips.tsx';
import { useFieldPeople } from '../device/kept-notes.ts';
import { useFieldSession } from '../device/use-field.tsx';
import { say, sayNotSaved } from '../frame/field-note.ts';

function crewOf(run: LightItem): readonly number[] {
  const { crew } = run.fields;
  return Array.isArray(crew) ? crew.filter((id): id is number => typeof id === 'number') : [];
}

/** By name once the list of people has reached this device, by number before. */
function sayCrew(crew: readonly number[], people: ReturnType<typeof useFieldPeople>): string {
  if (crew.length === 0) return 'Nobody is named yet.';
  const names = people.filter(({ id }) => crew.includes(id)).map(({ full_name }) => full_name);
  const others = crew.length - names.length;
  if (others > 0) names.push(names.length > 0 ? `${others} more` : others === 1 ? 'One person' : `${others} people`);
  return names.join(', ');
}

/** Who is on the run. It changes on the way out as often as in the office, so it can be changed here, each tap saved at once. */
export function RunCrew({ run }: { run: LightItem }) {
  const session = useFieldSession();
  const people = useFieldPeople();
  const [isOpen, setOpen] = useState(false);
  const crew = crewOf(run);
  const toggle = async (id: number) => {
    const next = crew.includes(id) ? crew.filter((one) => one !== id) : [...crew, id];
    const saved = await updateRun(session, run.id, { fields: { crew: next }, seen: { crew: run.fields.crew ?? null } });
    if (saved.saved) say('success', 'Saved on device.');
    else sayNotSaved(session, saved);
  };
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: '8px' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Box sx={{ fontWeight: 600 }}>Crew</Box>
          <Box>{sayCrew(crew, people)}</Box>
        </Box>
        {people.length > 0 ? (
          <Button variant="outlined" color="inherit" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Done' : 'Change'}
          </Button>
        ) : null}
      </Box>
      {isOpen ? (
        <ChoiceChips
          label="People of the firm"
          isLabelHidden
          choices={people.map(({ id, full_name }) => ({ value: id, label: full_name }))}
          value={crew}
          onChange={(_, tapped) => void toggle(tapped)}
        />
      ) : null}
    </>
  );
}
