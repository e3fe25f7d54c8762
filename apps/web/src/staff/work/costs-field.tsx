import Box from '@mui/material/Box';
import { DateInput } from '../../parts/date/date-input.tsx';
import { MoneyInput, type MoneyValue, sayMoney } from '../../parts/fields/money-input.tsx';
import { NumberInput, type NumberValue } from '../../parts/fields/number-input.tsx';
import { RowList } from '../../parts/form/row-list.tsx';
import { type FieldName, useField } from '../../parts/form/use-field.ts';

type UnitCost = { valid_from: string | null; unit_cost: MoneyValue; markup_pct: NumberValue };

function sayCosts(value: unknown): string {
  const costs = (value ?? []) as UnitCost[];
  return costs.map(({ valid_from, unit_cost }) => `${sayMoney(unit_cost)}${valid_from ? ` from ${valid_from}` : ''}`).join('; ') || 'None';
}

/** Unit costs, each from a day on; the newest that has begun is in force. */
export function CostsField({ name }: { name: FieldName }) {
  const { label, field, error, rowErrors } = useField(name, undefined, sayCosts);
  const costs = (field.value as UnitCost[] | null | undefined) ?? [];
  return (
    <RowList
      label={label}
      rows={costs}
      onChange={field.onChange}
      renderRow={({ valid_from, unit_cost, markup_pct }, at, change) => {
        const errors = rowErrors(at, 'valid_from');
        return (
          <>
            <Box sx={{ flex: '1 1 170px' }}>
              <DateInput
                label="From"
                value={valid_from ?? ''}
                onChange={(day) => change({ valid_from: day || null })}
                error={errors.valid_from}
              />
            </Box>
            <MoneyInput
              label="Unit cost"
              value={unit_cost}
              error={errors.unit_cost}
              onChange={(cents) => change({ unit_cost: cents ?? 0 })}
            />
            <Box sx={{ flex: '0 1 140px' }}>
              <NumberInput
                label="Markup"
                unit="%"
                value={markup_pct}
                error={errors.markup_pct}
                onChange={(per_cent) => change({ markup_pct: per_cent ?? 0 })}
              />
            </Box>
          </>
        );
      }}
      removeLabel={({ valid_from }) => (valid_from ? `Remove the cost from ${valid_from}` : 'Remove the first cost')}
      addLabel="Add a cost from a later day"
      nextRow={() => ({ valid_from: '', unit_cost: costs[0]?.unit_cost ?? 0, markup_pct: costs[0]?.markup_pct ?? 0 })}
      error={error}
      hint="Without a day, the cost holds from the beginning. What is already entered keeps its cost."
    />
  );
}
