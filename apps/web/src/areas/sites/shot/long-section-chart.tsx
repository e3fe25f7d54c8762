import { sayCount } from '@dmse/domain/text/counts';
import type { LongSection } from '@dmse/survey/pipe/long-section';
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useNarrow } from '../../../parts/page/use-narrow.ts';

export type LongSectionChartProps = { section: LongSection };

/** Drawn at its own size and no smaller, so that its words stay legible; what does not fit is scrolled to. */
const WIDTH = { wide: 960, narrow: 640 };
const H = 320;
const PAD = { left: 56, right: 24, top: 44, bottom: 52 };

/** Round steps that a person can count in: 1, 2 or 5 times a power of ten, about `wanted` of them. */
function stepFor(range: number, wanted: number): number {
  const raw = Math.max(range, 0.1) / wanted;
  const power = 10 ** Math.floor(Math.log10(raw));
  const share = raw / power;
  return (share <= 1 ? 1 : share <= 2 ? 2 : share <= 5 ? 5 : 10) * power;
}

function ticks(from: number, to: number, wanted: number): number[] {
  const step = stepFor(to - from, wanted);
  const first = Math.ceil(from / step - 1e-9) * step;
  return Array.from({ length: Math.max(0, Math.floor((to - first) / step + 1e-9) + 1) }, (_, i) => first + i * step);
}

/** A sewer from the side: rims joined by the ground, inverts and crowns of the pipes between them. Heights are drawn larger than lengths. */
export function LongSectionChart({ section }: LongSectionChartProps) {
  const { palette } = useTheme().vars!;
  const W = useNarrow() ? WIDTH.narrow : WIDTH.wide;
  const heights = [
    ...section.nodes.flatMap(({ structure }) => structure.rim ?? []),
    ...section.spans.flatMap(({ from_invert, to_invert }) => [from_invert, to_invert]).filter((height) => height !== null),
  ];
  if (heights.length < 2 || section.length === 0)
    return (
      <Typography sx={{ p: 4, color: 'text.secondary' }}>
        There is nothing to draw yet: rims and inverts come with the processing of the run.
      </Typography>
    );
  const low = Math.min(...heights);
  const high = Math.max(...heights);
  const margin = Math.max(0.2, (high - low) * 0.12);
  const [bottom, top] = [low - margin, high + margin];
  const x = (at: number) => PAD.left + (at / section.length) * (W - PAD.left - PAD.right);
  const y = (height: number) => H - PAD.bottom - ((height - bottom) / (top - bottom)) * (H - PAD.top - PAD.bottom);
  const ground = section.nodes.flatMap(({ structure, at }) => (structure.rim === null ? [] : [`${x(at)},${y(structure.rim)}`]));
  const invertAt = (at: number) =>
    section.spans.flatMap((span) => [
      ...(span.from === at && span.from_invert !== null ? [span.from_invert] : []),
      ...(span.to === at && span.to_invert !== null ? [span.to_invert] : []),
    ]);
  const text = { fontSize: 12, fill: palette.text.secondary } as const;
  return (
    <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="group" aria-label={`Long section ${section.name}`}>
      <svg viewBox={`0 0 ${W} ${H}`} role="img" aria-label={describe(section)} style={{ width: '100%', minWidth: W, display: 'block' }}>
        {ticks(bottom, top, 5).map((height) => (
          <g key={height}>
            <line x1={PAD.left} x2={W - PAD.right} y1={y(height)} y2={y(height)} stroke={palette.divider} />
            <text x={PAD.left - 8} y={y(height) + 4} textAnchor="end" {...text}>
              {height.toFixed(stepFor(top - bottom, 5) < 1 ? 1 : 0)}
            </text>
          </g>
        ))}
        {ticks(0, section.length, 6).map((at) => (
          <text key={at} x={x(at)} y={H - 8} textAnchor="middle" {...text}>
            {Math.round(at)} m
          </text>
        ))}
        <polyline points={ground.join(' ')} fill="none" stroke={palette.success.main} strokeWidth={2} strokeDasharray="6 4" />
        {section.spans.map(({ pipe, from, to, from_invert, to_invert }) => {
          if (from_invert === null || to_invert === null)
            return (
              <text key={pipe.id} x={x((from + to) / 2)} y={H - PAD.bottom + 14} textAnchor="middle" {...text}>
                invert missing
              </text>
            );
          const crown = (pipe.inside_diameter ?? 0) / 1000;
          const corners = [
            [from, from_invert],
            [to, to_invert],
            [to, to_invert + crown],
            [from, from_invert + crown],
          ] as const;
          return (
            <g key={pipe.id}>
              <polygon
                points={corners.map(([at, height]) => `${x(at)},${y(height)}`).join(' ')}
                fill={palette.tint.info}
                stroke={palette.info.main}
                strokeWidth={1.5}
              />
              <text x={x((from + to) / 2)} y={y((from_invert + to_invert) / 2) + 18} textAnchor="middle" {...text}>
                {[
                  pipe.inside_diameter ? `${pipe.inside_diameter} mm` : '',
                  pipe.slope_percent === null ? '' : `${Math.abs(pipe.slope_percent).toFixed(2)} %`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </text>
            </g>
          );
        })}
        {section.nodes.map(({ structure, at }, place) => {
          const inverts = invertAt(at);
          const foot = inverts.length > 0 ? Math.min(...inverts) : null;
          return (
            <g key={structure.id}>
              {structure.rim !== null && foot !== null ? (
                <line x1={x(at)} x2={x(at)} y1={y(structure.rim)} y2={y(foot)} stroke={palette.text.primary} strokeWidth={3} />
              ) : null}
              <text
                x={x(at)}
                y={place % 2 === 0 ? 14 : 30}
                textAnchor={place === 0 ? 'start' : place === section.nodes.length - 1 ? 'end' : 'middle'}
                fontSize={12}
                fontWeight={600}
                fill={palette.text.primary}
              >
                {structure.name || 'Unnamed'}
              </text>
            </g>
          );
        })}
      </svg>
    </Box>
  );
}

function describe({ name, length, spans }: LongSection): string {
  return `Long section from ${name}, ${length.toFixed(1)} metres, ${sayCount(spans.length, 'pipe')}. The table below has the figures.`;
}
