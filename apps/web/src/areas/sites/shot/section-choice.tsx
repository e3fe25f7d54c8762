import type { LongSection } from '@dmse/survey/pipe/long-section';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';

export type SectionChoiceProps = { sections: readonly LongSection[]; chosen: LongSection; onChoose: (at: number) => void };

/** Which run of pipes is drawn in profile. */
export function SectionChoice({ sections, chosen, onChoose }: SectionChoiceProps) {
  return (
    <TextField
      select
      label="Section"
      value={sections.indexOf(chosen)}
      onChange={(event) => onChoose(Number(event.target.value))}
      sx={{ minWidth: 220 }}
    >
      {sections.map((one, at) => (
        <MenuItem key={one.spans[0]!.pipe.id} value={at}>
          {one.name} ({one.length.toFixed(0)} m)
        </MenuItem>
      ))}
    </TextField>
  );
}
