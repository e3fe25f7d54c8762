import Box from '@mui/material/Box';
import { DateInput } from '../../parts/date/date-input.tsx';
import { MoneyInput, type MoneyValue, sayMoney } from '../../parts/fields/money-input.tsx';
import { RowList } from '../../parts/form/row-list.tsx';
import { type FieldName, useField } from '../../parts/form/use-field.ts';

type Rate = { valid_from: string; charge_rate: MoneyValue; cost_rate: MoneyValue };

function sayRates(value: unknown): string {
  const rates = (value ?? []) as Rate[];
  return rates.map(({ valid_from, charge_rate }) => `${sayMoney(charge_rate)} from ${valid_from}`).join('; ') || 'None';
}

/** Rates, each from a day on; the newest that has begun is in force. */
export function RatesField({ name }: { name: FieldName }) {
  const { label, field, error, rowErrors } = useField(name, undefined, sayRates);
  const rates = (field.value as Rate[] | null | undefined) ?? [];
  return (
    <RowList
      label={label}
      rows={rates}
      onChange={field.onChange}
      renderRow={({ valid_from, charge_rate, cost_rate }, at, change) => {
        const errors = rowErrors(at, 'valid_from');
        return (
          <>
            <Box sx={{ flex: '1 1 170px' }}>
              <DateInput label="From" value={valid_from} onChange={(day) => change({ valid_from: day ?? '' })} error={errors.valid_from} />
            </Box>
            <MoneyInput
              label="Charge"
              unit="/h"
              value={charge_rate}
              error={errors.charge_rate}
              onChange={(cents) => change({ charge_rate: cents ?? 0 })}
            />
            <MoneyInput
              label="Cost"
              unit="/h"
              value={cost_rate}
              error={errors.cost_rate}
              onChange={(cents) => change({ cost_rate: cents ?? 0 })}
            />
          </>
        );
      }}
      removeLabel={({ valid_from }) => `Remove the rate from ${valid_from}`}
      addLabel="Add a rate"
      nextRow={() => ({ valid_from: '', charge_rate: rates.at(-1)?.charge_rate ?? 0, cost_rate: rates.at(-1)?.cost_rate ?? 0 })}
      error={error}
    />
  );
}
