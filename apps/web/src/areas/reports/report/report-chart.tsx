import type { Report } from '@dmse/contract/reports/report';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { Fragment, useState } from 'react';
import { useNarrow } from '../../../parts/page/use-narrow.ts';
import { VISUALLY_HIDDEN } from '../../../parts/visually-hidden.ts';
import { sayFigure } from './report-cell.tsx';

type Chart = NonNullable<Report['chart']>;

/** More would push the table out of the window. */
const MOST_BARS = 10;
/** Shades of one colour: told apart by how dark they are, whatever colours an eye sees, in light and in dark. */
const SHADES = [100, 68, 42, 22, 6];
const fillOf = (at: number) =>
  `color-mix(in srgb, var(--mui-palette-primary-main) ${SHADES[at % SHADES.length]}%, var(--mui-palette-background-paper))`;
const swatch = (at: number) => ({ backgroundColor: fillOf(at), border: '1px solid', borderColor: 'primary.main', borderRadius: '2px' });

function Legend({ series }: { series: readonly string[] }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 1, mb: 3, color: 'text.secondary', fontSize: '0.8125rem' }}>
      {series.map((name, at) => (
        <Box key={name} sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
          <Box sx={{ width: 12, height: 12, ...swatch(at) }} />
          {name}
        </Box>
      ))}
    </Box>
  );
}

type Segment = { at: number; left: number; width: number; figure: number };

/** Where each value of a point begins and how long it is, in hundredths of the track. Values below zero go to the left of it. */
function layOut(values: readonly number[], low: number, span: number): Segment[] {
  let [up, down] = [0, 0];
  return values.map((figure, at) => {
    const from = figure >= 0 ? up : down + figure;
    if (figure >= 0) up += figure;
    else down += figure;
    return { at, figure, left: (100 * (from - low)) / span, width: (100 * Math.abs(figure)) / span };
  });
}

const sumOf = (values: readonly number[], isUp: boolean) =>
  values.reduce((sum, value) => sum + (isUp ? Math.max(value, 0) : Math.min(value, 0)), 0);

/** Two series are compared side by side; three or more are parts of a whole, and stand behind each other. */
function Bars({ chart }: { chart: Chart }) {
  const { series, value } = chart;
  const isStacked = series.length > 2;
  const largest = [...chart.points].sort((a, b) => (isStacked ? sumOf(b.values, true) - sumOf(a.values, true) : 0));
  const points = largest.slice(0, MOST_BARS);
  const ends = points.flatMap(({ values }) => (isStacked ? [sumOf(values, true), sumOf(values, false)] : values));
  const low = Math.min(0, ...ends);
  const span = Math.max(0, ...ends) - low || 1;
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(72px, max-content) minmax(0, 1fr) max-content',
        columnGap: 3,
        rowGap: 1.5,
        fontSize: '0.8125rem',
      }}
    >
      {points.map(({ label, values }) => {
        const lanes = isStacked
          ? [layOut(values, low, span)]
          : values.map((one, at) => layOut([one], low, span).map((part) => ({ ...part, at })));
        const said = isStacked
          ? sayFigure(
              value,
              values.reduce((sum, one) => sum + one, 0),
            )
          : sayFigure(value, values[0] ?? 0);
        return (
          <Fragment key={label}>
            <Box sx={{ maxWidth: { xs: 110, sm: 220 }, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }} title={label}>
              {label}
            </Box>
            <Box sx={{ display: 'grid', gap: '1px', alignContent: 'center' }}>
              {lanes.map((parts) => (
                <Box key={parts[0]?.at} sx={{ position: 'relative', height: lanes.length > 1 ? 8 : 14 }}>
                  {parts.map(({ at, left, width, figure }) =>
                    figure === 0 ? null : (
                      <Box
                        key={at}
                        title={`${label}, ${series[at]}: ${sayFigure(value, figure)}`}
                        sx={{
                          position: 'absolute',
                          inset: '0 auto 0 0',
                          ml: `${left}%`,
                          width: `max(${width}%, 2px)`,
                          boxSizing: 'border-box',
                          ...swatch(at),
                        }}
                      />
                    ),
                  )}
                </Box>
              ))}
            </Box>
            <Box sx={{ textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}>{said}</Box>
          </Fragment>
        );
      })}
    </Box>
  );
}

const HEIGHT = 140;

function Line({ chart: { points, value } }: { chart: Chart }) {
  const figures = points.map(({ values }) => values[0] ?? 0);
  const low = Math.min(0, ...figures);
  const high = Math.max(0, ...figures);
  const x = (at: number) => (points.length === 1 ? 50 : 2 + (96 * at) / (points.length - 1));
  const y = (figure: number) => 6 + ((HEIGHT - 12) * (high - figure)) / (high - low || 1);
  const places = figures.map((figure, at) => `${x(at)} ${y(figure)}`);
  const every = Math.ceil(points.length / (useNarrow() ? 3 : 6));
  const stroke = {
    fill: 'none',
    vectorEffect: 'non-scaling-stroke' as const,
    strokeLinecap: 'round' as const,
    strokeLinejoin: 'round' as const,
  };
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: 'max-content minmax(0, 1fr)',
        columnGap: 2,
        fontSize: '0.75rem',
        color: 'text.secondary',
      }}
    >
      <Box
        sx={{
          display: 'flex',
          flexDirection: 'column',
          justifyContent: 'space-between',
          textAlign: 'right',
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        <span>{sayFigure(value, high)}</span>
        <span>{sayFigure(value, low)}</span>
      </Box>
      <Box
        component="svg"
        viewBox={`0 0 100 ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden
        sx={{ width: '100%', height: HEIGHT, color: 'primary.main' }}
      >
        {[high, (high + low) / 2, low].map((figure) => (
          <path key={figure} d={`M0 ${y(figure)}H100`} stroke="var(--mui-palette-divider)" {...stroke} />
        ))}
        <path d={`M${places.join('L')}`} stroke="currentColor" strokeWidth={2} {...stroke} />
        {points.map(({ label }, at) => (
          <path key={label} d={`M${places[at]}h0`} stroke="currentColor" strokeWidth={8} {...stroke}>
            <title>{`${label}: ${sayFigure(value, figures[at]!)}`}</title>
          </path>
        ))}
      </Box>
      <Box sx={{ gridColumn: 2, position: 'relative', height: 18 }}>
        {points.map(({ label }, at) =>
          at % every === 0 ? (
            <Box
              key={label}
              component="span"
              sx={{
                position: 'absolute',
                left: `${x(at)}%`,
                transform:
                  at === 0 && points.length > 1 ? 'none' : at === points.length - 1 && at > 0 ? 'translateX(-100%)' : 'translateX(-50%)',
                whiteSpace: 'nowrap',
              }}
            >
              {label}
            </Box>
          ) : null,
        )}
      </Box>
    </Box>
  );
}

/** What the chart shows, as a table: for whoever does not see it, and by its button for everybody. */
function Figures({ chart: { series, points, value }, title, isShown }: { chart: Chart; title: string; isShown: boolean }) {
  return (
    <Box sx={isShown ? { mt: 3, overflowX: 'auto' } : VISUALLY_HIDDEN}>
      <Box
        component="table"
        sx={{
          borderCollapse: 'collapse',
          fontSize: '0.8125rem',
          fontVariantNumeric: 'tabular-nums',
          '& th, & td': { p: 1, pr: 4, textAlign: 'right', fontWeight: 400, borderBottom: 1, borderColor: 'divider' },
          '& th:first-of-type': { textAlign: 'left' },
          '& thead th': { fontWeight: 500, color: 'text.secondary' },
        }}
      >
        <Box component="caption" sx={VISUALLY_HIDDEN}>
          Figures of the chart of {title}
        </Box>
        <thead>
          <tr>
            <th scope="col">
              <Box component="span" sx={VISUALLY_HIDDEN}>
                Of
              </Box>
            </th>
            {series.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map(({ label, values }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {series.map((name, at) => (
                <td key={name}>{sayFigure(value, values[at] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}

export type ReportChartProps = { chart: Chart; title: string };

/** A picture of the figures, and the same as a table. */
export function ReportChart({ chart, title }: ReportChartProps) {
  const [isShown, setShown] = useState(false);
  const isCut = chart.kind === 'bar' && chart.points.length > MOST_BARS;
  return (
    <Paper variant="outlined" component="section" aria-label={`Chart of ${title}`} sx={{ p: 4, position: 'relative' }}>
      <Box role="img" aria-label={`Chart of ${title}: ${chart.series.join(', ')}. The table after it has its figures.`}>
        {chart.series.length > 1 || chart.kind === 'line' ? <Legend series={chart.series} /> : null}
        {chart.kind === 'bar' ? <Bars chart={chart} /> : <Line chart={chart} />}
      </Box>
      <Box sx={{ mt: 2, display: 'flex', alignItems: 'center', gap: 3, color: 'text.secondary', fontSize: '0.75rem' }}>
        {isCut ? `The ${MOST_BARS} largest.` : null}
        <Button size="small" sx={{ ml: 'auto' }} aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide the figures' : 'Show the figures'}
        </Button>
      </Box>
      <Figures chart={chart} title={title} isShown={isShown} />
    </Paper>
  );
}
