import type { ControlResidual } from '@dmse/survey/shift/control-shift';
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { Limits } from './shift-figures.ts';

const W = 640;
const PAD = { left: 168, right: 16, top: 8, bottom: 22 };
const ROW = 34;
/** More than these are a list, not a picture; the worst are shown. */
const MOST = 14;
/** A bar of more times the tolerance is cut off and says its size. */
const LONGEST = 4;

export type ResidualChartProps = { residuals: readonly ControlResidual[]; limits: Limits };

/** The size of every residual in millimetres beside its tolerance: horizontal above, vertical below. */
export function ResidualChart({ residuals, limits }: ResidualChartProps) {
  const { palette } = useTheme().vars!;
  if (residuals.length === 0) return null;
  const sizeOf = ({ horizontal, d_elevation }: ControlResidual) => Math.max(horizontal, Math.abs(d_elevation ?? 0));
  const shown = residuals.length > MOST ? residuals.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, MOST) : residuals;
  const [h, v] = [limits.control_reject_horizontal * 1000, limits.control_reject_vertical * 1000];
  const most = Math.min(Math.max(h, v, ...shown.map((one) => sizeOf(one) * 1000)), LONGEST * Math.max(h, v)) * 1.08;
  const height = PAD.top + shown.length * ROW + PAD.bottom;
  const x = (mm: number) => PAD.left + (Math.min(mm, most) / most) * (W - PAD.left - PAD.right);
  const text = { fontSize: 12, fill: palette.text.secondary } as const;
  const bottom = height - PAD.bottom;
  return (
    <Box sx={{ minWidth: 0 }}>
      <svg
        viewBox={`0 0 ${W} ${height}`}
        role="img"
        aria-label={`Sizes of ${shown.length} residuals beside their tolerances; the table has the figures.`}
        style={{ width: '100%', maxWidth: W, display: 'block' }}
      >
        {shown.map(({ shot, shot_name, control_name, horizontal, d_elevation, is_accepted }, place) => {
          const top = PAD.top + place * ROW;
          const dz = Math.abs(d_elevation ?? 0) * 1000;
          return (
            <g key={shot} opacity={is_accepted ? 1 : 0.55}>
              <text x={PAD.left - 8} y={top + 21} textAnchor="end" {...text} fill={palette.text.primary}>
                {[control_name, shot_name].filter(Boolean).join(', ')}
              </text>
              <Bar mm={horizontal * 1000} limit={h} y={top + 3} most={most} x={x} colour={palette.primary.main} />
              <Bar mm={dz} limit={v} y={top + 17} most={most} x={x} colour={palette.info.main} />
            </g>
          );
        })}
        <line x1={x(h)} x2={x(h)} y1={PAD.top} y2={bottom} stroke={palette.primary.main} strokeDasharray="5 4" />
        <line x1={x(v)} x2={x(v)} y1={PAD.top} y2={bottom} stroke={palette.info.main} strokeDasharray="5 4" />
        <line x1={x(0)} x2={x(0)} y1={PAD.top} y2={bottom} stroke={palette.text.secondary} />
        <text x={x(h)} y={height - 6} textAnchor={h <= v ? 'end' : 'start'} {...text}>
          {Math.round(h)} mm
        </text>
        <text x={x(v)} y={height - 6} textAnchor={h <= v ? 'start' : 'end'} {...text}>
          {Math.round(v)} mm
        </text>
      </svg>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Upper bar horizontal, lower bar vertical; dashed is the tolerance of each.
        {shown.length < residuals.length ? ` The ${MOST} largest of ${residuals.length}.` : ''}
      </Typography>
    </Box>
  );
}

type BarProps = { mm: number; limit: number; y: number; most: number; x: (mm: number) => number; colour: string };

function Bar({ mm, limit, y, most, x, colour }: BarProps) {
  const { palette } = useTheme().vars!;
  return (
    <>
      <rect x={x(0)} y={y} width={x(mm) - x(0)} height={13} fill={mm > limit ? palette.error.main : colour} />
      {mm > most ? (
        <text x={x(mm) - 4} y={y + 11} textAnchor="end" fontSize={12} fontWeight={600} fill={palette.background.paper}>
          {mm < 1000 ? `${Math.round(mm)} mm` : `${(mm / 1000).toFixed(2)} m`}
        </text>
      ) : null}
    </>
  );
}
