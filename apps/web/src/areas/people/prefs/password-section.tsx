import { changePassword, listOwnSessions } from '@dmse/contract/people/user';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../../api/call.ts';
import { ProblemError } from '../../../api/problem-error.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { trackSave } from '../../../session/pending-saves.ts';
import { useSelf } from '../../../session/self.ts';
import { PrefSection } from './pref-section.tsx';

const EMPTY = { current_password: '', new_password: '', repeated: '' };
type Field = keyof typeof EMPTY;

const FIELDS: readonly { name: Field; label: string; autoComplete: string }[] = [
  { name: 'current_password', label: 'Current password', autoComplete: 'current-password' },
  { name: 'new_password', label: 'New password', autoComplete: 'new-password' },
  { name: 'repeated', label: 'New password again', autoComplete: 'new-password' },
];

function findErrors(values: typeof EMPTY): Partial<Record<Field, string>> {
  const errors: Partial<Record<Field, string>> = {};
  if (!values.current_password) errors.current_password = 'Enter your current password.';
  if (!values.new_password) errors.new_password = 'Enter a new password.';
  else if (values.repeated !== values.new_password) errors.repeated = 'The two new passwords differ.';
  return errors;
}

/** Changes the password. The server judges the new one and ends the other sessions. */
export function PasswordSection() {
  const { username } = useSelf();
  const client = useQueryClient();
  const [values, setValues] = useState(EMPTY);
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({});
  const [isBusy, setBusy] = useState(false);

  function refuse(found: Partial<Record<Field, string>>, form: HTMLFormElement): void {
    setErrors(found);
    const first = FIELDS.find((field) => found[field.name]);
    if (first) (form.elements.namedItem(first.name) as HTMLInputElement | null)?.focus();
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const found = findErrors(values);
    refuse(found, form);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await trackSave(call(changePassword, {}, { current_password: values.current_password, new_password: values.new_password }));
      setValues(EMPTY);
      void client.invalidateQueries({ queryKey: [listOwnSessions.path] });
      showToast({ text: 'Password changed.', subtitle: 'Your other sessions have been ended.', icon: 'check_circle', colour: 'success' });
    } catch (error) {
      const fields = error instanceof ProblemError ? error.fields : {};
      const mine = Object.fromEntries(FIELDS.filter(({ name }) => fields[name]).map(({ name }) => [name, fields[name]?.join(' ')]));
      if (Object.keys(mine).length > 0) refuse(mine, form);
      else showProblem(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <PrefSection title="Password" text="Your other sessions end when the password changes.">
      <Box component="form" onSubmit={submit} noValidate sx={{ display: 'grid', gap: 4, width: '100%', maxWidth: 320 }}>
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        {FIELDS.map(({ name, label, autoComplete }) => (
          <TextField
            key={name}
            name={name}
            label={label}
            type="password"
            autoComplete={autoComplete}
            value={values[name]}
            onChange={(event) => setValues((old) => ({ ...old, [name]: event.target.value }))}
            error={Boolean(errors[name])}
            helperText={errors[name]}
            slotProps={{ htmlInput: { maxLength: 128 } }}
          />
        ))}
        <Button type="submit" variant="outlined" loading={isBusy} sx={{ justifySelf: 'start' }}>
          Change password
        </Button>
      </Box>
    </PrefSection>
  );
}
