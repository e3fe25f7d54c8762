import { PAYROLL_COLUMNS, PAYROLL_HEADINGS, type PayrollColumn } from '@dmse/contract/settings/time';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { RowList } from '../../parts/form/row-list.tsx';
import { type FieldName, useField } from '../../parts/form/use-field.ts';

const sayColumns = (columns: unknown) => ((columns ?? []) as PayrollColumn[]).map((column) => PAYROLL_HEADINGS[column]).join(', ');

export type PayrollColumnsFieldProps = { name: FieldName; hint?: string };

/** The columns of the payroll file in their order, each once. */
export function PayrollColumnsField({ name, hint }: PayrollColumnsFieldProps) {
  const { label, field, error, itemErrors } = useField(name, undefined, sayColumns);
  const columns = (field.value as PayrollColumn[] | null | undefined) ?? [];
  const free = PAYROLL_COLUMNS.filter((column) => !columns.includes(column));
  return (
    <RowList
      label={label}
      rows={columns.map((column) => ({ column }))}
      onChange={(rows) => field.onChange(rows.map(({ column }) => column))}
      renderRow={({ column }, at, change) => (
        <TextField
          select
          label={`Column ${at + 1}`}
          value={column}
          onChange={(event) => change({ column: event.target.value as PayrollColumn })}
          sx={{ flex: '1 1 200px', maxWidth: 360 }}
        >
          {[column, ...free].map((one) => (
            <MenuItem key={one} value={one}>
              {PAYROLL_HEADINGS[one]}
            </MenuItem>
          ))}
        </TextField>
      )}
      moveName={({ column }) => PAYROLL_HEADINGS[column]}
      removeLabel={({ column }) => `Remove ${PAYROLL_HEADINGS[column]}`}
      addLabel="Add a column"
      nextRow={() => (free[0] ? { column: free[0] } : null)}
      error={error ?? Object.values(itemErrors)[0]}
      hint={hint}
    />
  );
}
