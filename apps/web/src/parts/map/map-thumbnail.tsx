import { useTheme } from '@mui/material/styles';
import type { PlaceShape } from './thumbnail-plan.ts';
import { planThumbnail, THUMBNAIL_HEIGHT, THUMBNAIL_WIDTH } from './thumbnail-plan.ts';

export type MapThumbnailProps = {
  /** Said by screen readers. */
  label: string;
  shape: PlaceShape;
  /** What else is known there, with its name. */
  others?: readonly { name: string; shape: PlaceShape }[];
};

/** Where something is, as a drawing of a few lines: nothing has to be loaded for it. North is up. */
export function MapThumbnail({ label, shape, others = [] }: MapThumbnailProps) {
  const { palette } = useTheme().vars!;
  const { path, dot, scale, near } = planThumbnail(shape, others);
  const ink = palette.text.secondary;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${THUMBNAIL_WIDTH} ${THUMBNAIL_HEIGHT}`}
      style={{ display: 'block', width: '100%', background: palette.background.default }}
    >
      <g stroke={palette.divider}>
        {[1, 2, 3, 4].map((n) => (
          <path key={n} d={`M${(n * THUMBNAIL_WIDTH) / 5} 0V${THUMBNAIL_HEIGHT}M0 ${(n * THUMBNAIL_HEIGHT) / 5}H${THUMBNAIL_WIDTH}`} />
        ))}
      </g>
      {near.map(({ name, x, y, isNamed }) => (
        <g key={name}>
          <circle cx={x} cy={y} r={4} fill="none" stroke={ink} />
          {isNamed ? (
            <text x={x + 7} y={y + 4} fontSize={12} fill={ink}>
              {name}
            </text>
          ) : null}
        </g>
      ))}
      {path ? <path d={path} fill={palette.primary.main} fillOpacity={0.2} stroke={palette.primary.main} strokeWidth={2} /> : null}
      {dot ? <circle cx={dot.x} cy={dot.y} r={7} fill={palette.primary.main} stroke={palette.background.paper} strokeWidth={2} /> : null}
      <path d={`M10 ${THUMBNAIL_HEIGHT - 14}v4h${scale.width}v-4`} fill="none" stroke={ink} />
      <text x={14 + scale.width} y={THUMBNAIL_HEIGHT - 8} fontSize={12} fill={ink}>
        {scale.name}
      </text>
    </svg>
  );
}
