import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import { DateInput } from '../../parts/form/date-input.tsx';
import { MoneyInput } from '../../parts/form/money-input.tsx';
import { useField } from '../../parts/form/use-field.ts';
import { Icon } from '../../parts/icon.tsx';

type Rate = { valid_from: string; charge_rate: number; cost_rate: number };

function sayRates(value: unknown): string {
  const rates = (value ?? []) as Rate[];
  return rates.map(({ valid_from, charge_rate }) => `${(charge_rate / 100).toFixed(2)} from ${valid_from}`).join('; ') || 'None';
}

/** Rates, each from a day on; the newest that has begun is in force. */
export function RatesField({ name, label }: { name: string; label: string }) {
  const { field, error, itemErrors } = useField(name, label, sayRates);
  const rates = (field.value as Rate[] | null | undefined) ?? [];
  const change = (at: number, part: Partial<Rate>) => field.onChange(rates.with(at, { ...rates[at]!, ...part }));
  return (
    <Box role="group" aria-label={label} sx={{ gridColumn: '1 / -1' }}>
      <Stack sx={{ gap: 3 }}>
        {rates.map((rate, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a rate has no other name than its place while it is edited
          <Stack key={at} direction="row" sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'flex-start' }}>
            <Box sx={{ flex: '1 1 170px' }}>
              <DateInput
                label="From"
                value={rate.valid_from}
                onChange={(day) => change(at, { valid_from: day ?? '' })}
                error={itemErrors[at]}
              />
            </Box>
            <MoneyInput label="Charge" unit="/h" cents={rate.charge_rate} onChange={(charge_rate) => change(at, { charge_rate })} />
            <MoneyInput label="Cost" unit="/h" cents={rate.cost_rate} onChange={(cost_rate) => change(at, { cost_rate })} />
            <IconButton
              aria-label={`Remove the rate from ${rate.valid_from}`}
              onClick={() => field.onChange(rates.filter((_, index) => index !== at))}
            >
              <Icon name="close" />
            </IconButton>
          </Stack>
        ))}
      </Stack>
      {error ? <FormHelperText error>{error}</FormHelperText> : null}
      <Button
        size="small"
        sx={{ mt: 2 }}
        startIcon={<Icon name="add" size={18} />}
        onClick={() => {
          const last = rates.at(-1);
          field.onChange([...rates, { valid_from: '', charge_rate: last?.charge_rate ?? 0, cost_rate: last?.cost_rate ?? 0 }]);
        }}
      >
        Add a rate
      </Button>
    </Box>
  );
}
