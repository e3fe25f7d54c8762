import type { Endpoint } from '@dmse/contract/endpoint';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { Link } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useFormContextOf } from '../form/form-context.ts';
import { sayValue } from '../form/form-values.ts';
import { type FieldName, useField } from '../form/use-field.ts';
import { Icon } from '../icon/icon.tsx';
import { Picker, type PickerProps } from '../picker/picker.tsx';

type LinkItem = Record<string, unknown>;

export type LinkListFieldProps<E extends Endpoint> = Pick<PickerProps<E>, 'endpoint' | 'input' | 'toChoice' | 'recentKey'> & {
  name: FieldName;
  /** Of all links: "Contacts". */
  label: string;
  /** On the picker that adds one: "Add a contact". */
  addLabel: string;
  /** The key of the linked record's id in an item: "contact". */
  idKey: string;
  /** A word about the link: `{ key: 'role', label: 'Role' }`. */
  role?: { key: string; label: string };
  /** A mark on the link: `{ key: 'is_billing', label: 'Billing' }`. */
  flag?: { key: string; label: string };
  /** Where the linked record lives. */
  linkTo?: (id: number | string) => string;
  hint?: string;
};

/** Other records that belong to this one, each with its role and a mark; found and added by a picker. */
export function LinkListField<E extends Endpoint>(props: LinkListFieldProps<E>) {
  const { name, label, addLabel, idKey, role, flag, linkTo, hint, ...search } = props;
  const { choicesOf } = useFormContextOf(name);
  const nameOf = useCallback((id: unknown) => choicesOf(name).get(String(id))?.label ?? `Number ${id}`, [choicesOf, name]);
  const sayLinks = useCallback(
    (value: unknown) => {
      const said = ((value as LinkItem[] | undefined) ?? []).map((item) => {
        const words = [nameOf(item[idKey]), role && item[role.key], flag && item[flag.key] && flag.label];
        return words.filter(Boolean).join(', ');
      });
      return said.join('\n') || sayValue(null);
    },
    [nameOf, idKey, role, flag],
  );
  const { field, error, itemErrors, form } = useField(name, label, sayLinks);
  const items = (field.value as LinkItem[] | null | undefined) ?? [];
  const change = (at: number, patch: LinkItem) => field.onChange(items.map((item, index) => (index === at ? { ...item, ...patch } : item)));

  return (
    <Box role="group" aria-label={label} sx={{ gridColumn: '1 / -1' }}>
      <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {items.length === 0 && form.isReadOnly ? <Typography sx={{ color: 'text.secondary' }}>None</Typography> : null}
        {items.map((item, at) => {
          const id = item[idKey] as number | string;
          const title = nameOf(id);
          return (
            <Box
              component="li"
              key={id}
              sx={{
                display: 'grid',
                gridTemplateColumns: { xs: '1fr auto', sm: 'minmax(0, 2fr) minmax(0, 2fr) auto auto' },
                alignItems: 'center',
                columnGap: 3,
                rowGap: 2,
                py: 1.5,
                borderBottom: 1,
                borderColor: 'divider',
              }}
            >
              <Box sx={{ minWidth: 0 }}>
                {linkTo ? (
                  <Box
                    component={Link}
                    {...({ to: linkTo(id) } as object)}
                    sx={{ color: 'primary.main', fontWeight: 500, textDecoration: 'none' }}
                  >
                    {title}
                  </Box>
                ) : (
                  title
                )}
                <Box sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>{choicesOf(name).get(String(id))?.subtitle}</Box>
              </Box>
              {form.isReadOnly ? (
                <Box sx={{ gridColumn: { xs: 1, sm: '2 / -1' } }}>
                  {[role && item[role.key], flag && item[flag.key] && flag.label].filter(Boolean).join(' · ')}
                </Box>
              ) : null}
              {role && !form.isReadOnly ? (
                <TextField
                  label={role.label}
                  value={(item[role.key] as string | undefined) ?? ''}
                  onChange={(event) => change(at, { [role.key]: event.target.value })}
                  onBlur={field.onBlur}
                  error={Boolean(itemErrors[at])}
                  helperText={itemErrors[at]}
                  slotProps={{ htmlInput: { 'aria-label': `${role.label} of ${title}` } }}
                  sx={{ gridRow: { xs: 2, sm: 'auto' } }}
                />
              ) : null}
              {flag && !form.isReadOnly ? (
                <FormControlLabel
                  label={flag.label}
                  sx={{ m: 0, gridRow: { xs: 2, sm: 'auto' } }}
                  control={
                    <Checkbox
                      checked={Boolean(item[flag.key])}
                      onChange={(event) => change(at, { [flag.key]: event.target.checked })}
                      slotProps={{ input: { 'aria-label': `${flag.label}: ${title}` } }}
                    />
                  }
                />
              ) : null}
              {form.isReadOnly ? null : (
                <IconButton
                  aria-label={`Remove ${title}`}
                  onClick={() => field.onChange(items.filter((_, index) => index !== at))}
                  sx={{ gridRow: { xs: 1, sm: 'auto' }, gridColumn: { xs: 2, sm: 'auto' }, justifySelf: 'end' }}
                >
                  <Icon name="close" />
                </IconButton>
              )}
            </Box>
          );
        })}
      </Stack>
      {form.isReadOnly ? null : (
        <Box sx={{ mt: 3, maxWidth: { sm: 420 } }}>
          <Picker
            {...search}
            label={addLabel}
            isAdding
            value={null}
            without={items.map((item) => item[idKey] as number | string)}
            inputRef={field.ref}
            hint={hint}
            error={error}
            onChange={(choice) => {
              if (!choice) return;
              form.rememberChoice(name, choice);
              field.onChange([
                ...items,
                { [idKey]: choice.id, ...(role ? { [role.key]: '' } : {}), ...(flag ? { [flag.key]: false } : {}) },
              ]);
            }}
          />
        </Box>
      )}
    </Box>
  );
}
