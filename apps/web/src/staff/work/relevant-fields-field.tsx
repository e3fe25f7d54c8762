import { labelOf } from '@dmse/contract/common/field';
import { updateHistoricalFile } from '@dmse/contract/historicals/historical-file';
import { HISTORICAL_FIELDS, type RelevantFields } from '@dmse/domain/historicals/relevant-fields';
import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { RowList } from '../../parts/form/row-list.tsx';
import { type FieldName, useField } from '../../parts/form/use-field.ts';

type Row = { company: string; fields: readonly string[] };

const SHAPE = updateHistoricalFile.declaration.body.shape;
const nameOf = (field: string) => {
  const known = HISTORICAL_FIELDS.find((one) => one === field);
  return known ? labelOf(SHAPE[known]) : field;
};

const rowsOf = (value: RelevantFields): Row[] => Object.entries(value).map(([company, fields]) => ({ company, fields }));
const recordOf = (rows: readonly Row[]): RelevantFields =>
  Object.fromEntries(rows.filter(({ company }) => company.trim() !== '').map(({ company, fields }) => [company.trim(), fields]));
const sayRows = (value: unknown) =>
  rowsOf((value ?? {}) as RelevantFields)
    .map(({ company, fields }) => `${company}: ${fields.map(nameOf).join(', ')}`)
    .join('\n') || 'None';

/** By company, the fields that matter for its old files. */
export function RelevantFieldsField({ name }: { name: FieldName }) {
  const { field, error, partErrors } = useField(name, 'Fields by company', sayRows);
  const [written, setWritten] = useState(field.value);
  const [rows, setRows] = useState(() => rowsOf((field.value ?? {}) as RelevantFields));
  // Discarded or saved elsewhere; a company that is being typed has no name yet and stands only here.
  if (written !== field.value) {
    setWritten(field.value);
    setRows(rowsOf((field.value ?? {}) as RelevantFields));
  }
  function change(next: Row[]): void {
    const value = recordOf(next);
    setRows(next);
    setWritten(value);
    field.onChange(value);
  }
  return (
    <RowList
      label="Fields by company"
      rows={rows}
      onChange={change}
      renderRow={({ company, fields }, at, changeRow) => (
        <>
          <TextField
            label={`Company ${at + 1}`}
            value={company}
            onChange={(event) => changeRow({ company: event.target.value })}
            sx={{ flex: '0 1 240px' }}
            slotProps={{ htmlInput: { maxLength: 120 } }}
          />
          <Autocomplete<string, true>
            multiple
            size="small"
            options={[...HISTORICAL_FIELDS]}
            value={[...fields]}
            onChange={(_, next) => changeRow({ fields: next })}
            getOptionLabel={nameOf}
            filterSelectedOptions
            sx={{ flex: '1 1 320px' }}
            renderInput={(params) => <TextField {...params} label={`Fields that matter for ${company || 'it'}`} />}
          />
        </>
      )}
      removeLabel={({ company }) => `Remove ${company || 'this company'}`}
      addLabel="Add a company"
      nextRow={() => ({ company: '', fields: [] })}
      error={error ?? Object.values(partErrors)[0]}
      hint="The form of a file shows these first and hides the others; the list shows them as columns."
    />
  );
}
