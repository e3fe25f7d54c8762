import { labelOf } from '@dmse/contract/common/field';
import { createItem, itemFields } from '@dmse/contract/expenses/disbursement';
import { getJobSettings } from '@dmse/contract/jobs/settings';
import { listTasks } from '@dmse/contract/work/task';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Paper from '@mui/material/Paper';
import TextField from '@mui/material/TextField';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { useCall } from '../../../api/use-call.ts';
import { DateInput } from '../../../parts/date/date-input.tsx';
import { useToday } from '../../../parts/date/firm-zone.ts';
import { NumberInput, type NumberValue } from '../../../parts/fields/number-input.tsx';
import { Icon } from '../../../parts/icon/icon.tsx';
import { errorText } from '../../../parts/notice/error-state.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';

const ALL = { gridColumn: { xs: '1 / -1', sm: 'auto' } };

/** A row for mileage, monuments or equipment: day, what, how many. Enter adds it and begins the next of the same day and kind. */
export function QuickAdd({ job }: { job: number }) {
  const today = useToday();
  const client = useQueryClient();
  const types = useCall(getJobSettings, {}).data?.disbursement_types ?? [];
  const tasks = useCall(listTasks, { job, page_size: 200 }).data?.results ?? [];
  const [date, setDate] = useState<string | null>(null);
  const [type, setType] = useState<number | null>(null);
  const [task, setTask] = useState<number | null>(null);
  const [quantity, setQuantity] = useState<NumberValue>(null);
  const [note, setNote] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const amount = useRef<HTMLInputElement>(null);
  const chosen = type ?? types[0]?.id ?? null;
  const unit = types.find(({ id }) => id === chosen)?.unit;

  async function add(): Promise<void> {
    if (typeof quantity !== 'number' || isBusy) return;
    // The kinds are still on their way: what was entered goes as soon as they are here.
    setWaiting(chosen === null);
    if (chosen === null) return;
    setBusy(true);
    setRefusal(null);
    try {
      await call(createItem, {}, { job, date: date ?? today, disbursement_type: chosen, quantity, task, note });
      showToast({ text: 'Added the disbursement.', icon: 'check', colour: 'success' });
      setQuantity(null);
      setNote('');
      amount.current?.focus();
      await invalidateArea(client, 'expenses');
    } catch (error) {
      setRefusal(error);
    } finally {
      setBusy(false);
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: it goes once, when the kinds have come
  useEffect(() => {
    if (isWaiting && chosen !== null) void add();
  }, [isWaiting, chosen]);
  return (
    <Paper
      variant="outlined"
      component="form"
      aria-label="Add a disbursement"
      sx={{ p: 3, mb: 4 }}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: '1fr 1fr', sm: '150px minmax(150px, 1fr) 130px minmax(130px, 1fr) minmax(130px, 1fr) auto' },
        }}
      >
        <DateInput label={labelOf(itemFields.date)} value={date ?? today} onChange={setDate} />
        <TextField
          select
          label="What"
          value={chosen ?? ''}
          onChange={(event) => setType(Number(event.target.value))}
          slotProps={{ inputLabel: { shrink: true } }}
        >
          {types.map(({ id, name }) => (
            <MenuItem key={id} value={id}>
              {name}
            </MenuItem>
          ))}
        </TextField>
        <NumberInput
          label={labelOf(itemFields.quantity)}
          value={quantity}
          onChange={setQuantity}
          unit={unit}
          inputRef={amount}
          isRequired
        />
        <TextField
          select
          label={labelOf(itemFields.task)}
          value={task ?? ''}
          onChange={(event) => setTask(Number(event.target.value) || null)}
          slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
        >
          <MenuItem value="">No task</MenuItem>
          {tasks.map(({ id, name }) => (
            <MenuItem key={id} value={id}>
              {name}
            </MenuItem>
          ))}
        </TextField>
        <TextField label={labelOf(itemFields.note)} value={note} onChange={(event) => setNote(event.target.value)} sx={ALL} />
        <Button
          type="submit"
          variant="contained"
          loading={isBusy || isWaiting}
          disabled={typeof quantity !== 'number'}
          startIcon={<Icon name="add" size={18} />}
          sx={ALL}
        >
          Add
        </Button>
      </Box>
      {refusal ? (
        <Alert severity="error" sx={{ mt: 2 }}>
          {errorText(refusal)}
        </Alert>
      ) : null}
    </Paper>
  );
}
