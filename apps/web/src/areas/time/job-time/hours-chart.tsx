import type { JobTime } from '@dmse/contract/time/entry';
import { typedDuration } from '@dmse/domain/dates/duration';
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { runningTotals } from './running-totals.ts';

const W = 720;
const H = 200;
const PAD = { left: 56, right: 12, top: 12, bottom: 24 };

/** Hours so far by week as bars, against the budget as a line. The table below it has the figures. */
export function HoursChart({ by_week, budget_minutes }: Pick<JobTime, 'by_week' | 'budget_minutes'>) {
  const { palette } = useTheme().vars!;
  const weeks = runningTotals(by_week);
  if (weeks.length === 0) return null;
  const top = Math.max(60, budget_minutes, weeks.at(-1)!.total) * 1.1;
  const y = (minutes: number) => PAD.top + ((top - minutes) / top) * (H - PAD.top - PAD.bottom);
  const wide = (W - PAD.left - PAD.right) / weeks.length;
  const text = { fontSize: 12, fill: palette.text.secondary } as const;
  const isOver = (total: number) => budget_minutes > 0 && total > budget_minutes;
  return (
    <Box sx={{ maxWidth: 860 }}>
      <svg
        viewBox={`0 0 ${W} ${H}`}
        role="img"
        aria-label={`Hours so far over ${weeks.length} weeks: ${typedDuration(weeks.at(-1)!.total)}${budget_minutes > 0 ? ` of ${typedDuration(budget_minutes)} budgeted` : ''}; the table below has the figures.`}
        style={{ width: '100%', display: 'block' }}
      >
        {[0, top / 1.1].map((minutes) => (
          <g key={minutes}>
            <line x1={PAD.left} x2={W - PAD.right} y1={y(minutes)} y2={y(minutes)} stroke={palette.divider} />
            <text x={PAD.left - 6} y={y(minutes) + 4} textAnchor="end" {...text}>
              {typedDuration(Math.round(minutes))}
            </text>
          </g>
        ))}
        {weeks.map(({ first_day, total }, at) => (
          <rect
            key={first_day}
            x={PAD.left + at * wide + wide * 0.1}
            width={Math.max(1, wide * 0.8)}
            y={y(total)}
            height={y(0) - y(total)}
            fill={isOver(total) ? palette.error.main : palette.primary.main}
          />
        ))}
        {budget_minutes > 0 ? (
          <line
            x1={PAD.left}
            x2={W - PAD.right}
            y1={y(budget_minutes)}
            y2={y(budget_minutes)}
            stroke={palette.warning.main}
            strokeWidth={2}
            strokeDasharray="5 4"
          />
        ) : null}
        <text x={PAD.left} y={H - 6} {...text}>
          {weeks[0]!.first_day}
        </text>
        {weeks.length > 1 ? (
          <text x={W - PAD.right} y={H - 6} textAnchor="end" {...text}>
            {weeks.at(-1)!.first_day}
          </text>
        ) : null}
      </svg>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Bars: all hours up to that week{budget_minutes > 0 ? '; dashed: the budget; red is beyond it' : ''}.
      </Typography>
    </Box>
  );
}
