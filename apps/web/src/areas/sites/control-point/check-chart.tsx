import type { ControlCheck } from '@dmse/contract/sites/control-point';
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';

export type CheckChartProps = {
  checks: readonly ControlCheck[];
  /** Metres; null while they are not known. */
  tolerances: { horizontal: number; vertical: number } | null;
};

const W = 640;
const H = 180;
const PAD = { left: 52, right: 12, top: 12, bottom: 24 };

/** Residuals over time in millimetres: horizontal as dots, vertical as diamonds, the firm's tolerances as lines. */
export function CheckChart({ checks, tolerances }: CheckChartProps) {
  const { palette } = useTheme().vars!;
  if (checks.length === 0) return null;
  const times = checks.map(({ measured_on }) => Date.parse(measured_on));
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const limits = tolerances ? [tolerances.horizontal * 1000, tolerances.vertical * 1000] : [];
  const sizes = checks.flatMap((check) => [check.residual_horizontal * 1000, Math.abs(check.residual_elevation ?? 0) * 1000]);
  const top = Math.max(10, ...sizes, ...limits) * 1.15;
  const isBoth = checks.some((check) => (check.residual_elevation ?? 0) < 0);
  const bottom = isBoth ? -top : 0;
  const x = (time: number) =>
    last === first ? (PAD.left + W - PAD.right) / 2 : PAD.left + ((time - first) / (last - first)) * (W - PAD.left - PAD.right - 12) + 6;
  const y = (mm: number) => PAD.top + ((top - mm) / (top - bottom)) * (H - PAD.top - PAD.bottom);
  const text = { fontSize: 12, fill: palette.text.secondary } as const;
  const lines = tolerances
    ? [
        { mm: limits[0]!, colour: palette.primary.main },
        { mm: limits[1]!, colour: palette.info.main },
        ...(isBoth ? [{ mm: -limits[1]!, colour: palette.info.main }] : []),
      ]
    : [];
  const ticks = [top / 1.15, 0, ...(isBoth ? [-top / 1.15] : [])];
  return (
    <Box sx={{ maxWidth: 760 }}>
      <svg
        viewBox={`0 0 ${W} ${H}`}
        role="img"
        aria-label={`Residuals of ${checks.length} check shots over time; the table below has the figures.`}
        style={{ width: '100%', display: 'block' }}
      >
        {ticks.map((mm) => (
          <g key={mm}>
            <line x1={PAD.left} x2={W - PAD.right} y1={y(mm)} y2={y(mm)} stroke={palette.divider} />
            <text x={PAD.left - 6} y={y(mm) + 4} textAnchor="end" {...text}>
              {Math.round(mm)} mm
            </text>
          </g>
        ))}
        {lines.map(({ mm, colour }) => (
          <line key={`${mm}-${colour}`} x1={PAD.left} x2={W - PAD.right} y1={y(mm)} y2={y(mm)} stroke={colour} strokeDasharray="5 4" />
        ))}
        {checks.map((check) => {
          const at = x(Date.parse(check.measured_on));
          const dz = check.residual_elevation;
          return (
            <g key={check.id}>
              <circle
                cx={at}
                cy={y(check.residual_horizontal * 1000)}
                r={4.5}
                fill={check.is_beyond ? palette.error.main : palette.primary.main}
              />
              {dz === null ? null : (
                <path
                  d={`M${at} ${y(dz * 1000) - 6}l6 6l-6 6l-6 -6z`}
                  fill="none"
                  strokeWidth={2}
                  stroke={check.is_beyond ? palette.error.main : palette.info.main}
                />
              )}
            </g>
          );
        })}
        <text x={PAD.left} y={H - 6} {...text}>
          {checks.at(-1)?.measured_on.slice(0, 10)}
        </text>
        {checks.length > 1 ? (
          <text x={W - PAD.right} y={H - 6} textAnchor="end" {...text}>
            {checks[0]?.measured_on.slice(0, 10)}
          </text>
        ) : null}
      </svg>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        ● horizontal, ◇ vertical{tolerances ? ', dashed: tolerance of a check shot' : ''}; red is beyond it.
      </Typography>
    </Box>
  );
}
