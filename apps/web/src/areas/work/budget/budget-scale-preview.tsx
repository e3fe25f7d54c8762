import type { ScaleAnswer } from '@dmse/contract/work/budget';
import { subtractCents, sumCents } from '@dmse/domain/money/cents';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { formatCents, MoneyText } from '../../../parts/text/money-text.tsx';
import type { BudgetTable } from '../budget-grid/budget-table.ts';

export type BudgetScalePreviewProps = {
  answer: ScaleAnswer;
  table: BudgetTable;
  /** It was made for an earlier total; the one for this is on its way. */
  isOld: boolean;
};

type Row = ScaleAnswer['rows'][number];
const before = (rows: readonly Row[]) => sumCents(rows.map((row) => row.before));
const after = (rows: readonly Row[]) => sumCents(rows.map((row) => row.after));

/** The rows of the answer by the task they stand in, in the order of the table. */
function byTask({ rows }: ScaleAnswer, { groups }: BudgetTable): { id: number; name: string; rows: Row[] }[] {
  const known = new Map(rows.map((row) => [row.id, row]));
  return groups
    .flatMap(({ tasks }) => tasks)
    .map(({ id, name, lines }) => {
      const own = lines.flatMap(({ entries }) => [...entries.values()]).flatMap((entry) => known.get(entry.id) ?? []);
      return { id, name, rows: own };
    })
    .filter((task) => task.rows.length > 0);
}

function Line({ name, rows }: { name: string; rows: readonly Row[] }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <MoneyText cents={before(rows)} dense />
      </td>
      <td>
        <MoneyText cents={after(rows)} dense />
      </td>
      <td>
        <MoneyText cents={subtractCents(after(rows), before(rows))} dense />
      </td>
    </tr>
  );
}

/** What scaling would do to each task, to the cent. */
export function BudgetScalePreview({ answer, table, isOld }: BudgetScalePreviewProps) {
  const locked = answer.rows.filter((row) => row.is_locked);
  return (
    <Box sx={{ opacity: isOld ? 0.5 : 1 }} aria-busy={isOld}>
      <Box
        component="table"
        aria-label="Preview"
        sx={{
          width: '100%',
          borderCollapse: 'collapse',
          fontSize: '0.8125rem',
          fontVariantNumeric: 'tabular-nums',
          '& th, & td': { textAlign: 'right', fontWeight: 400, py: 1, pl: 3, borderBottom: 1, borderColor: 'divider' },
          '& th:first-of-type': { textAlign: 'left', pl: 0, overflowWrap: 'anywhere' },
          '& thead th': { color: 'text.secondary', fontWeight: 500 },
          '& tfoot th, & tfoot td': { fontWeight: 600, borderBottom: 0 },
        }}
      >
        <thead>
          <tr>
            <th scope="col">Task</th>
            <th scope="col">Now (CAD)</th>
            <th scope="col">Scaled (CAD)</th>
            <th scope="col">Change (CAD)</th>
          </tr>
        </thead>
        <tbody>
          {byTask(answer, table).map(({ id, name, rows }) => (
            <Line key={id} name={name} rows={rows} />
          ))}
        </tbody>
        <tfoot>
          <Line name="Total" rows={answer.rows} />
        </tfoot>
      </Box>
      {locked.length > 0 ? (
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 2 }}>
          {locked.length === 1 ? 'One locked figure stays' : `${locked.length} locked figures stay`} at {formatCents(before(locked))}.
        </Typography>
      ) : null}
    </Box>
  );
}
