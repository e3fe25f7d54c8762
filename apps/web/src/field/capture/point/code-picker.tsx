import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { Dialog } from '../../../parts/dialog/dialog.tsx';
import { TARGET } from '../../frame/field-tokens.ts';
import { ChoiceChips } from './choice-chips.tsx';
import { type FieldCode, findCodes, offerCodes } from './recent-codes.ts';

export type CodePickerProps = {
  value: string | null;
  /** Codes of the points taken so far, the newest first. */
  used: readonly (string | null)[];
  codes: readonly FieldCode[];
  onChange: (code: FieldCode | null) => void;
};

/** The code of a point: the recent ones side by side, all of them behind one more tap. */
export function CodePicker({ value, used, codes, onChange }: CodePickerProps) {
  const [isOpen, setOpen] = useState(false);
  const offered = offerCodes(value === null ? used : [value, ...used], codes);
  const known = new Map(codes.map((code) => [code.code, code]));
  // A code that is no longer in the list stays on the point that has it.
  const chips = value !== null && !known.has(value) ? [{ code: value }, ...offered] : offered;
  const meaning = value === null ? null : known.get(value)?.meaning;
  return (
    <Box>
      <ChoiceChips
        label={meaning ? `Code: ${meaning}` : 'Code'}
        choices={chips.map(({ code }) => ({ value: code }))}
        value={value}
        onChange={(code) => onChange(code === null ? null : (known.get(code) ?? null))}
      >
        <Button variant="outlined" color="inherit" onClick={() => setOpen(true)}>
          All codes
        </Button>
      </ChoiceChips>
      {isOpen ? (
        <CodeList
          codes={codes}
          onClose={() => setOpen(false)}
          onChoose={(code) => {
            onChange(code);
            setOpen(false);
          }}
        />
      ) : null}
    </Box>
  );
}

type CodeListProps = { codes: readonly FieldCode[]; onClose: () => void; onChoose: (code: FieldCode) => void };

function CodeList({ codes, onClose, onChoose }: CodeListProps) {
  const [query, setQuery] = useState('');
  return (
    <Dialog open title="Codes" isTall onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <TextField label="Search codes" value={query} onChange={(event) => setQuery(event.target.value)} sx={{ mt: 2, mb: 2 }} />
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: '8px' }}>
        {findCodes(codes, query).map((code) => (
          <li key={code.code}>
            <ButtonBase
              onClick={() => onChoose(code)}
              sx={{
                width: '100%',
                minHeight: TARGET,
                justifyContent: 'flex-start',
                gap: 3,
                px: 2,
                textAlign: 'left',
                borderRadius: '8px',
                fontSize: '1rem',
              }}
            >
              <Box component="span" sx={{ fontWeight: 700, minWidth: 64 }}>
                {code.code}
              </Box>
              {code.meaning}
            </ButtonBase>
          </li>
        ))}
      </Box>
    </Dialog>
  );
}
