import { useTheme } from '@mui/material/styles';

export type ScaleBarProps = { x: number; y: number; width: number; text: string };

/** How long something is in a drawing. */
export function ScaleBar({ x, y, width, text }: ScaleBarProps) {
  const { palette } = useTheme().vars!;
  return (
    <g>
      <path d={`M${x} ${y - 5}v5h${width}v-5`} fill="none" stroke={palette.text.secondary} strokeWidth={1.5} />
      <text x={x + width / 2} y={y - 6} textAnchor="middle" fontSize={12} fill={palette.text.secondary}>
        {text}
      </text>
    </g>
  );
}

export type ArrowProps = { from: { x: number; y: number }; to: { x: number; y: number }; colour: string };

const HEAD = 7;

/** A straight arrow; one that is too short for a head is a dot. */
export function Arrow({ from, to, colour }: ArrowProps) {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length < 2) return <circle cx={to.x} cy={to.y} r={2.5} fill={colour} />;
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const head = Math.min(HEAD, length);
  const wing = (side: number) => `${to.x - dx * head - side * dy * head * 0.5} ${to.y - dy * head + side * dx * head * 0.5}`;
  return (
    <g>
      <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} stroke={colour} strokeWidth={2} />
      <path d={`M${wing(1)}L${to.x} ${to.y}L${wing(-1)}z`} fill={colour} />
    </g>
  );
}
