import type { ProcessingOverview } from '@dmse/contract/sites/processing/result';
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type DataColumn, DataTable } from '../../../parts/table/data-table.tsx';
import { sayGrid } from '../control-point/grid-figure.ts';
import { Arrow, ScaleBar } from '../processing/plan-marks.tsx';
import { fitPlan } from '../processing/plan-scale.ts';
import { sayShift } from './shift-words.ts';

type Base = ProcessingOverview['bases'][number];
type Position = Base['positions'][number];

export const SOURCE_WORDS: Record<Position['source'], string> = {
  raw: 'Raw file',
  ref: 'Base reference',
  ppp: 'PPP',
  placed: 'Placed by hand',
};

const SIZE = { width: 420, height: 240, pad: 56 };
/** Nearer than this in the drawing two places share one label. */
const SAME_PLACE = 6;

const metres = (value: number) => sayShift(value, 3);

export type BasePictureProps = { base: Base };

/** Where the collector believed the base to stand, and where it really stood: a plan true to scale, with heights and figures below. */
export function BasePicture({ base: { name, positions } }: BasePictureProps) {
  const { palette } = useTheme().vars!;
  const [first] = positions;
  if (!first) return <Typography sx={{ color: 'text.secondary' }}>No file gives the position of this base.</Typography>;
  const plan = fitPlan(positions, SIZE, 0.02);
  const right = positions.findLast(({ source }) => source === 'placed' || source === 'ppp');
  const groups = positions.reduce<{ x: number; y: number; words: string[]; isRight: boolean }[]>((all, position) => {
    const { x, y } = plan.at(position);
    const near = all.find((group) => Math.hypot(group.x - x, group.y - y) < SAME_PLACE);
    if (near) near.words.push(SOURCE_WORDS[position.source]);
    else all.push({ x, y, words: [SOURCE_WORDS[position.source]], isRight: position === right });
    return all;
  }, []);
  // Labels stand outside of the arrow, not on it.
  const isUpward = right !== undefined && plan.at(right).y <= plan.at(first).y;
  const columns: DataColumn<Position>[] = [
    { id: 'source', title: 'Position by', cell: ({ source }) => SOURCE_WORDS[source] },
    { id: 'easting', title: 'Easting', cell: ({ easting }) => sayGrid(easting), align: 'right' },
    { id: 'northing', title: 'Northing', cell: ({ northing }) => sayGrid(northing), align: 'right' },
    { id: 'height', title: 'Height (ellipsoid)', cell: ({ height }) => sayGrid(height) || '–', align: 'right' },
    {
      id: 'difference',
      title: `Less ${SOURCE_WORDS[first.source].toLowerCase()} (E, N, h)`,
      cell: (position) =>
        position === first
          ? '–'
          : [
              metres(position.easting - first.easting),
              metres(position.northing - first.northing),
              position.height === null || first.height === null ? '–' : metres(position.height - first.height),
            ].join(', '),
      align: 'right',
    },
  ];
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3 }}>
        <svg
          viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
          role="img"
          aria-label={`Plan of the base ${name} by ${positions.length} sources, true to scale; the table has the figures.`}
          style={{ flex: '1 1 320px', minWidth: 0, maxWidth: SIZE.width, display: 'block' }}
        >
          {right && right !== first ? <Arrow from={plan.at(first)} to={plan.at(right)} colour={palette.primary.main} /> : null}
          {groups.map(({ x, y, words, isRight }) => (
            <g key={words.join()}>
              {isRight ? (
                <path d={`M${x} ${y - 7}l6 11h-12z`} fill="none" stroke={palette.primary.main} strokeWidth={2} />
              ) : (
                <path d={`M${x - 6} ${y}h12M${x} ${y - 6}v12`} stroke={palette.text.primary} strokeWidth={2} />
              )}
              <text x={x} y={isRight === isUpward ? y - 12 : y + 20} textAnchor="middle" fontSize={12} fill={palette.text.primary}>
                {words.join(', ')}
              </text>
            </g>
          ))}
          <ScaleBar x={12} y={SIZE.height - 8} {...plan.bar} />
        </svg>
        <HeightPicture positions={positions} />
      </Box>
      <DataTable label={`Positions of the base ${name}`} columns={columns} rows={positions} rowId={({ source }) => source} empty="" />
    </Box>
  );
}

const TALL = { width: 260, height: 240, pad: 32 };

/** The heights beside the plan, on a scale of their own. */
function HeightPicture({ positions }: { positions: readonly Position[] }) {
  const { palette } = useTheme().vars!;
  const heights = positions.flatMap(({ source, height }) => (height === null ? [] : { source, height }));
  if (heights.length < 2) return null;
  const plan = fitPlan(
    heights.map(({ height }) => ({ easting: 0, northing: height })),
    TALL,
    0.02,
  );
  const lines = heights.reduce<{ y: number; words: string[] }[]>((all, { source, height }) => {
    const { y } = plan.at({ easting: 0, northing: height });
    const near = all.find((line) => Math.abs(line.y - y) < 14);
    if (near) near.words.push(SOURCE_WORDS[source]);
    else all.push({ y, words: [SOURCE_WORDS[source]] });
    return all;
  }, []);
  return (
    <svg
      viewBox={`0 0 ${TALL.width} ${TALL.height}`}
      role="img"
      aria-label="Heights of the base by source; the table has the figures."
      style={{ flex: '0 1 260px', minWidth: 160, display: 'block' }}
    >
      <text x={24} y={14} fontSize={12} fill={palette.text.secondary}>
        Height
      </text>
      <line x1={24} x2={24} y1={20} y2={TALL.height - 24} stroke={palette.divider} strokeWidth={2} />
      {lines.map(({ y, words }) => (
        <g key={words.join()}>
          <line x1={16} x2={32} y1={y} y2={y} stroke={palette.primary.main} strokeWidth={2} />
          <text x={38} y={y + 4} fontSize={12} fill={palette.text.primary}>
            {words.join(', ')}
          </text>
        </g>
      ))}
      <ScaleBarUp height={plan.bar.width} text={plan.bar.text} />
    </svg>
  );
}

function ScaleBarUp({ height, text }: { height: number; text: string }) {
  const { palette } = useTheme().vars!;
  return (
    <g>
      <path d={`M${TALL.width - 60} ${TALL.height - 8}h5v${-height}h-5`} fill="none" stroke={palette.text.secondary} strokeWidth={1.5} />
      <text x={TALL.width - 48} y={TALL.height - 8 - height / 2} fontSize={12} fill={palette.text.secondary}>
        {text}
      </text>
    </g>
  );
}
