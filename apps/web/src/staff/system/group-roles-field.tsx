import { ROLES } from '@dmse/domain/access/roles';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { RowList } from '../../parts/form/row-list.tsx';
import { type FieldName, useField } from '../../parts/form/use-field.ts';

type Entry = { group: string; role: string };
const CHOICES = ROLES.filter((role) => role !== 'Employee');

function sayEntries(value: unknown): string {
  return ((value ?? []) as Entry[]).map(({ group, role }) => `${group}: ${role}`).join(', ') || 'None';
}

export type GroupRolesFieldProps = { name: FieldName };

/** Which group over there is which group here. */
export function GroupRolesField({ name }: GroupRolesFieldProps) {
  const { label, field, error, rowErrors } = useField(name, undefined, sayEntries);
  return (
    <RowList
      label={label}
      rows={(field.value as Entry[] | null | undefined) ?? []}
      onChange={field.onChange}
      renderRow={(entry, at, change) => {
        const errors = rowErrors(at, 'group');
        return [
          <TextField
            key="group"
            label="Group over there"
            value={entry.group}
            onChange={(event) => change({ group: event.target.value })}
            error={Boolean(errors.group)}
            helperText={errors.group}
            sx={{ flex: '1 1 220px' }}
          />,
          <TextField
            key="role"
            select
            label="Group here"
            value={entry.role}
            onChange={(event) => change({ role: event.target.value })}
            sx={{ flex: '1 1 200px' }}
          >
            {CHOICES.map((role) => (
              <MenuItem key={role} value={role}>
                {role}
              </MenuItem>
            ))}
          </TextField>,
        ];
      }}
      removeLabel={(_, at) => `Remove group ${at + 1}`}
      addLabel="Add a group"
      nextRow={() => ({ group: '', role: 'Jobs User' })}
      error={error}
    />
  );
}
