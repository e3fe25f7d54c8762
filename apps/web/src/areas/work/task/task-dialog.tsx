import { labelOf } from '@dmse/contract/common/field';
import { type Task, taskFields } from '@dmse/contract/work/task';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { Dialog } from '../../../parts/dialog/dialog.tsx';
import { errorText } from '../../../parts/notice/error-state.tsx';
import { conflictOf } from '../board/work-changes.ts';

const FIELDS = ['name', 'description', 'account_code'] as const;
type Details = Pick<Task, (typeof FIELDS)[number]>;
const LABELS: Record<keyof Details, string> = { name: 'Name', description: 'Description', account_code: 'Account code' };

export type TaskDialogProps = {
  task: Task;
  account_codes: readonly { code: string; name: string }[];
  canEdit: boolean;
  /** Whoever is assigned to a milestone of the task may word its description. */
  canDescribe: boolean;
  onSave: (patch: Partial<Details>, version: number) => Promise<void>;
  onClose: () => void;
};

/** A task in words. When somebody else changed it meanwhile, theirs is shown beside what was typed, which stays. */
export function TaskDialog({ task, account_codes, canEdit, canDescribe, onSave, onClose }: TaskDialogProps) {
  const [base, setBase] = useState<Task>(task);
  const [typed, setTyped] = useState<Partial<Details>>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const values: Details = { ...base, ...typed };
  const patch = Object.fromEntries(FIELDS.filter((field) => values[field] !== base[field]).map((field) => [field, values[field]]));
  const isDirty = Object.keys(patch).length > 0;
  const isKnown = values.account_code === '' || account_codes.some(({ code }) => code === values.account_code);

  async function save(): Promise<void> {
    setBusy(true);
    try {
      await onSave(patch, base.version);
      onClose();
    } catch (error) {
      const conflict = conflictOf(error);
      if (conflict) {
        const theirs = conflict.current as Task;
        const both = FIELDS.filter((field) => field in patch && theirs[field] !== base[field]);
        const words = both.map((field) => `${LABELS[field]} is now “${theirs[field] || 'empty'}”.`).join(' ');
        setTyped(patch);
        setBase(theirs);
        setRefusal(`${errorText(error)} ${words} What you typed is still here: save again to put it in its place.`);
      } else setRefusal(errorText(error));
    } finally {
      setBusy(false);
    }
  }
  const type = (field: keyof Details) => (event: { target: { value: string } }) => setTyped({ ...typed, [field]: event.target.value });

  return (
    <Dialog
      open
      isTall
      width="sm"
      title={task.name}
      // What was typed is not lost to a click beside the dialog.
      onClose={() => isDirty || onClose()}
      actions={
        <>
          <Button onClick={onClose}>{canDescribe ? 'Cancel' : 'Close'}</Button>
          {canDescribe ? (
            <Button variant="contained" loading={isBusy} disabled={!isDirty} onClick={() => void save()}>
              Save task
            </Button>
          ) : null}
        </>
      }
    >
      <Stack sx={{ gap: 4, pt: 2 }}>
        {refusal ? <Alert severity="error">{refusal}</Alert> : null}
        <TextField
          label={labelOf(taskFields.name)}
          required
          value={values.name}
          onChange={type('name')}
          slotProps={{ htmlInput: { maxLength: 200, readOnly: !canEdit } }}
        />
        <TextField
          label={labelOf(taskFields.description)}
          multiline
          minRows={4}
          maxRows={16}
          value={values.description}
          onChange={type('description')}
          slotProps={{ htmlInput: { maxLength: 10_000, readOnly: !canDescribe } }}
        />
        <TextField
          select
          label={labelOf(taskFields.account_code)}
          value={values.account_code}
          onChange={type('account_code')}
          slotProps={{ select: { displayEmpty: true, readOnly: !canEdit }, inputLabel: { shrink: true } }}
          helperText="Where its revenue is booked."
        >
          <MenuItem value="">None</MenuItem>
          {isKnown ? null : <MenuItem value={values.account_code}>{values.account_code}</MenuItem>}
          {account_codes.map(({ code, name }) => (
            <MenuItem key={code} value={code}>
              {code} {name}
            </MenuItem>
          ))}
        </TextField>
      </Stack>
    </Dialog>
  );
}
