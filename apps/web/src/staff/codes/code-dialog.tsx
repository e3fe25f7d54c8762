import { FieldCode as FieldCodeSchema } from '@dmse/contract/settings/field';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { type FieldCode, KIND_WORDS, STRUCTURE_WORDS } from '../field/list-text.ts';
import { isSameCode } from './code-edits.ts';

export type CodeDialogProps = {
  /** Null for a new one. */
  code: FieldCode | null;
  isControl: boolean;
  /** The codes that stand in the list. */
  known: readonly string[];
  onDone: (code: FieldCode, isControl: boolean) => void;
  onClose: () => void;
};

const NEW: FieldCode = { code: '', meaning: '', kind: 'feature', structure: null };

/** One code: new, or one that stands in the list. It goes into the form; the form is saved as a whole. */
export function CodeDialog({ code: was, isControl: wasControl, known, onDone, onClose }: CodeDialogProps) {
  const [code, setCode] = useState<FieldCode>(was ?? NEW);
  const [isControl, setControl] = useState(wasControl);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const change = (patch: Partial<FieldCode>) => setCode({ ...code, ...patch });

  function finish(event: FormEvent): void {
    event.preventDefault();
    // Through the portal it would reach the form behind and save that.
    event.stopPropagation();
    const parsed = FieldCodeSchema.safeParse(code);
    const isTaken = known.some((one) => isSameCode(one, code.code) && !(was && isSameCode(was.code, one)));
    if (parsed.success && !isTaken) {
      onDone(parsed.data, isControl);
      return;
    }
    const found = Object.fromEntries((parsed.error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]));
    setErrors(isTaken ? { ...found, code: 'This code stands in the list already.' } : found);
  }

  const title = was ? `Edit ${was.code}` : 'New code';
  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" form="code-form" variant="contained">
        {was ? 'Change code' : 'Add code'}
      </Button>
    </>
  );
  return (
    <Dialog open title={title} onClose={onClose} actions={actions} isTall>
      <Stack component="form" id="code-form" noValidate onSubmit={finish} sx={{ gap: 4, pt: 2 }}>
        <TextField
          label="Code"
          required
          autoFocus
          autoComplete="off"
          value={code.code}
          onChange={(event) => change({ code: event.target.value })}
          error={Boolean(errors.code)}
          helperText={errors.code ?? 'As it is typed in the collector.'}
          slotProps={{ htmlInput: { autoCapitalize: 'characters', spellCheck: false } }}
        />
        <TextField
          label="Meaning"
          required
          autoComplete="off"
          value={code.meaning}
          onChange={(event) => change({ meaning: event.target.value })}
          error={Boolean(errors.meaning)}
          helperText={errors.meaning}
        />
        <TextField select label="Kind" value={code.kind} onChange={(event) => change({ kind: event.target.value as FieldCode['kind'] })}>
          {Object.entries(KIND_WORDS).map(([kind, word]) => (
            <MenuItem key={kind} value={kind}>
              {word}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          select
          label="Structure"
          value={code.structure ?? ''}
          onChange={(event) => change({ structure: (event.target.value || null) as FieldCode['structure'] })}
          helperText="The system of pipes that may start or end at it."
          slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
        >
          <MenuItem value="">No structure</MenuItem>
          {Object.entries(STRUCTURE_WORDS).map(([system, word]) => (
            <MenuItem key={system} value={system}>
              {word}
            </MenuItem>
          ))}
        </TextField>
        <div>
          <FormControlLabel
            label="Control code"
            sx={{ ml: 0, gap: 1.5 }}
            control={<Switch size="small" checked={isControl} onChange={(event) => setControl(event.target.checked)} />}
          />
          <FormHelperText>Its shots are matched with known control points and compared in three dimensions.</FormHelperText>
        </div>
      </Stack>
    </Dialog>
  );
}
