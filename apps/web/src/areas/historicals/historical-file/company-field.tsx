import { listHistoricalCompanies } from '@dmse/contract/historicals/historical-file';
import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useCall } from '../../../api/use-call.ts';
import { type FieldName, useField } from '../../../parts/form/use-field.ts';

/** The companies whose files are here, as typed so far. */
export function useCompanies(): readonly string[] {
  const { data } = useCall(listHistoricalCompanies, {}, { staleTime: 60_000 });
  return (data?.results ?? []).map(({ company }) => company).filter((company) => company !== '');
}

/** The firm a file was taken over from: one that is known, or a new one. */
export function CompanyField({ name }: { name: FieldName }) {
  const { label, field, error } = useField(name);
  const companies = useCompanies();
  return (
    <Autocomplete
      freeSolo
      size="small"
      options={[...companies]}
      inputValue={(field.value as string | null) ?? ''}
      onInputChange={(_, text) => field.onChange(text)}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          inputRef={field.ref}
          onBlur={field.onBlur}
          error={Boolean(error)}
          helperText={error ?? 'The firm the file comes from; it decides which fields are asked for.'}
        />
      )}
    />
  );
}
