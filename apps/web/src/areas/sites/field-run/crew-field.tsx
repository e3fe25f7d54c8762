import type { PersonRef } from '@dmse/contract/common/fields';
import { listEmployees } from '@dmse/contract/people/user';
import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useCall } from '../../../api/use-call.ts';
import { ReadOnlyValue } from '../../../parts/form/read-only-value.tsx';
import { type FieldName, useField } from '../../../parts/form/use-field.ts';
import { Icon } from '../../../parts/icon/icon.tsx';

export type CrewFieldProps = {
  name: FieldName;
  label?: string;
  /** Who is in it already, so that they have names before the list of people is there. */
  members?: readonly PersonRef[];
};

/** People of the firm, any number of them; the form holds their ids. */
export function CrewField({ name, label: ownLabel, members = [] }: CrewFieldProps) {
  const people = useCall(listEmployees, { page_size: 200 }, { staleTime: 5 * 60_000 });
  const nameOf = (id: number) =>
    [...members, ...(people.data?.results ?? [])].find((person) => person.id === id)?.full_name ?? `Person ${id}`;
  const say = (value: unknown) => (Array.isArray(value) && value.length > 0 ? value.map(nameOf).join(', ') : 'Empty');
  const { label, field, error, form } = useField(name, ownLabel, say);
  const ids = (field.value as number[] | null | undefined) ?? [];
  if (form.isReadOnly) return <ReadOnlyValue label={label}>{ids.map(nameOf).join(', ')}</ReadOnlyValue>;
  return (
    <Autocomplete<number, true>
      multiple
      disableCloseOnSelect
      options={(people.data?.results ?? []).map((person) => person.id)}
      value={ids}
      onChange={(_, next) => field.onChange(next)}
      onBlur={field.onBlur}
      getOptionLabel={nameOf}
      loading={people.isPending}
      popupIcon={<Icon name="arrow_drop_down" size={24} />}
      clearIcon={<Icon name="close" size={18} />}
      size="small"
      renderInput={(params) => <TextField {...params} label={label} error={Boolean(error)} helperText={error} inputRef={field.ref} />}
    />
  );
}
