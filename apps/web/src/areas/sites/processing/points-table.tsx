import type { ProcessingPoints } from '@dmse/contract/sites/processing/result';
import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import { type KeyboardEvent, memo, type ReactNode, useEffect, useMemo } from 'react';
import { useRowWindow } from '../../../parts/grid/use-row-window.ts';
import { isStanding } from './points-map.ts';

const ROW = 32;
const HEAD = 36;

export type PointColumn = {
  id: string;
  title: string;
  /** What stands at a place of the lists. */
  cell: (points: ProcessingPoints, at: number) => ReactNode;
  align?: 'right';
  width?: number;
};

const say = (figure: number | null | undefined, places: number) => (figure === null || figure === undefined ? '–' : figure.toFixed(places));
const number = (
  id: string,
  title: string,
  read: (points: ProcessingPoints) => readonly (number | null)[],
  places: number,
): PointColumn => ({
  id,
  title,
  align: 'right',
  cell: (points, at) => say(read(points)[at], places),
});

const INSTRUMENTS: Readonly<Record<string, string>> = {
  GNSS: 'GNSS',
  TOTAL_STATION: 'Total station',
  STORED: 'Stored',
  AVERAGE: 'Average',
};
export const sayInstrument = (type: string) => INSTRUMENTS[type] ?? type;

export const POINT_COLUMNS: readonly PointColumn[] = [
  { id: 'name', title: 'Point', cell: ({ names }, at) => names[at] },
  { id: 'description', title: 'Description', cell: ({ descriptions }, at) => descriptions[at], width: 160 },
  number('easting', 'Easting', ({ eastings }) => eastings, 3),
  number('northing', 'Northing', ({ northings }) => northings, 3),
  number('elevation', 'Elevation', ({ elevations }) => elevations, 3),
  number('hrms', 'HRMS', ({ hrms }) => hrms, 3),
  number('vrms', 'VRMS', ({ vrms }) => vrms, 3),
];

const Pane = styled('div')(({ theme }) => ({
  height: '100%',
  overflow: 'auto',
  fontSize: '0.8125rem',
  '&:has(table:focus-visible)': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: -2 },
  '& table': { borderCollapse: 'separate', borderSpacing: 0, width: '100%', outline: 'none' },
  '& th': {
    position: 'sticky',
    top: 0,
    zIndex: 1,
    height: HEAD,
    padding: '0 8px',
    textAlign: 'left',
    fontWeight: 600,
    whiteSpace: 'nowrap',
    color: theme.vars.palette.text.secondary,
    backgroundColor: theme.vars.palette.background.paper,
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
  },
  '& td': {
    height: ROW,
    padding: '0 8px',
    maxWidth: 260,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
    fontVariantNumeric: 'tabular-nums',
  },
  '& .right': { textAlign: 'right' },
  '& tr.row': { cursor: 'pointer' },
  '& tr.row:hover': { backgroundColor: theme.vars.palette.action.hover },
  '& tr.aside td': { color: theme.vars.palette.text.secondary },
  '& tr.selected': { backgroundColor: theme.vars.palette.tint.primary },
  '& tr.selected td:first-of-type': { boxShadow: `inset 3px 0 0 ${theme.vars.palette.primary.main}`, fontWeight: 600 },
}));

type PointRowProps = {
  points: ProcessingPoints;
  columns: readonly PointColumn[];
  /** Place in the lists. */
  at: number;
  rowIndex: number;
  isSelected: boolean;
  onSelect: (id: string) => void;
};

/** Drawn again only when it is selected or no longer is. */
const PointRow = memo(function PointRow({ points, columns, at, rowIndex, isSelected, onSelect }: PointRowProps) {
  const classes = ['row', isStanding(points, at) ? '' : 'aside', isSelected ? 'selected' : ''].filter(Boolean).join(' ');
  return (
    <tr
      className={classes}
      aria-rowindex={rowIndex}
      aria-selected={isSelected}
      id={`point-${at}`}
      onClick={() => onSelect(points.ids[at]!)}
    >
      {columns.map(({ id, cell, align, width }) => (
        <td key={id} className={align ?? ''} style={width ? { maxWidth: width } : undefined}>
          {cell(points, at)}
        </td>
      ))}
    </tr>
  );
});

export type PointsTableProps = {
  label: string;
  points: ProcessingPoints;
  /** Places in the lists, in the order they are shown. */
  rows: readonly number[];
  columns: readonly PointColumn[];
  selected: string | null;
  onSelect: (id: string) => void;
  /** Enter on the selected row. */
  onOpen?: ((id: string) => void) | undefined;
};

/** A table of as many points as a run has: only the rows in sight are drawn. Arrows move the selection. */
export function PointsTable({ label, points, rows, columns, selected, onSelect, onOpen }: PointsTableProps) {
  const places = useMemo(() => new Map(points.ids.map((id, at) => [id, at])), [points]);
  const rowOf = useMemo(() => new Map(rows.map((at, row) => [at, row])), [rows]);
  const at = selected === null ? -1 : (places.get(selected) ?? -1);
  const current = rowOf.get(at) ?? -1;
  const { scroller, onScroll, parts } = useRowWindow({ count: rows.length, rowHeight: ROW, kept: [current] });

  // What is selected elsewhere is brought into sight here.
  useEffect(() => {
    const pane = scroller.current;
    if (!pane || current < 0) return;
    const top = current * ROW;
    if (top < pane.scrollTop) pane.scrollTop = top;
    else if (top + ROW > pane.scrollTop + pane.clientHeight - HEAD) pane.scrollTop = top + ROW + HEAD - pane.clientHeight;
  }, [current, scroller]);

  function readKey(event: KeyboardEvent): void {
    if (event.target !== event.currentTarget) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW) - 2);
    const steps: Record<string, number> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + page,
      PageUp: current - page,
      Home: 0,
      End: rows.length - 1,
    };
    if (event.key === 'Enter' && selected !== null && onOpen) onOpen(selected);
    else if (event.key in steps) {
      const next = rows[Math.min(rows.length - 1, Math.max(0, steps[event.key]!))];
      if (next !== undefined) onSelect(points.ids[next]!);
    } else return;
    event.preventDefault();
  }

  return (
    <Pane ref={scroller} onScroll={onScroll}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the arrows move the selection in it
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-activedescendant={current < 0 ? undefined : `point-${at}`}
        onKeyDown={readKey}
      >
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ id, title, align }) => (
              <th key={id} scope="col" className={align ?? ''}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {parts.map((part) =>
            'gap' in part ? (
              <tr key={`gap-${part.before}`} aria-hidden style={{ height: part.gap * ROW }} />
            ) : (
              <PointRow
                key={rows[part.row]}
                points={points}
                columns={columns}
                at={rows[part.row]!}
                rowIndex={part.row + 2}
                isSelected={part.row === current}
                onSelect={onSelect}
              />
            ),
          )}
        </tbody>
      </table>
      {rows.length === 0 ? <Box sx={{ p: 4, color: 'text.secondary' }}>No points match.</Box> : null}
    </Pane>
  );
}
