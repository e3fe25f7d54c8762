import type { InvoiceChoices } from '@dmse/contract/invoices/invoice';
import { Fragment, type KeyboardEvent, useCallback, useRef, useState } from 'react';
import { copyCells, pastedCells, rangeOf, type Selection, type Spot, selectSpot, spotsOf } from '../../../parts/grid/grid-selection.ts';
import { useGridPointer } from '../../../parts/grid/use-grid-pointer.ts';
import { useFollowingFocus, useGridSheet } from '../../../parts/grid/use-grid-sheet.ts';
import { useNarrow } from '../../../parts/page/use-narrow.ts';
import { showToast } from '../../../parts/toast/toast-store.ts';
import {
  changeLine,
  type DraftEntry,
  type DraftLine,
  duplicateLine,
  insertAfter,
  moveEntries,
  newLine,
  removeLine,
  shiftLine,
  takeOff,
} from './draft-lines.ts';
import { cellKey, LINE_COLUMNS, sayCell, typedCell, whyNotType, writeCell } from './line-columns.ts';
import { type LineAct, LineMenu, readLineKey } from './line-menu.tsx';
import { LinePanel } from './line-panel.tsx';
import { LineRow } from './line-row.tsx';
import type { Lines } from './use-lines.ts';

export type LineGridProps = { lines: Lines; choices: InvoiceChoices; canEdit: boolean; onPart: (entry: DraftEntry) => void };

const HEAD_CELLS = 2;

/** The lines as a spreadsheet; below a line what is on it, once it is opened. */
export function LineGrid({ lines: state, choices, canEdit, onPart }: LineGridProps) {
  const { lines, bad, change, mark } = state;
  const isNarrow = useNarrow();
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const [menu, setMenu] = useState<{ key: number; anchor: HTMLElement } | null>(null);

  /** Writes what was typed into cells in one step; what cannot be read stays in its cell and says why. */
  function type(cells: readonly { spot: Spot; text: string }[]): void {
    change((now) => {
      let next = now;
      for (const { spot, text } of cells) {
        const line = next[spot.row];
        const column = LINE_COLUMNS[spot.column];
        if (!line || !column || whyNotType(line, column.id)) continue;
        const written = writeCell(line, column.id, text, choices);
        mark(cellKey(line.key, column.id), 'problem' in written ? { problem: written.problem, text } : null);
        if ('change' in written) next = changeLine(next, line.key, written.change, choices);
      }
      return next;
    });
  }
  const clear = (selection: Selection) =>
    type(spotsOf(selection).flatMap((spot) => (LINE_COLUMNS[spot.column]?.id === 'kind' ? [] : [{ spot, text: '' }])));

  const sheet = useGridSheet({
    size: { rows: lines.length, columns: LINE_COLUMNS.length },
    canEdit,
    start: { row: 0, column: 2 },
    openCell({ row, column }) {
      const line = state.readLines()[row];
      const shown = LINE_COLUMNS[column];
      if (!line || !shown) return null;
      const why = whyNotType(line, shown.id);
      if (why) showToast({ text: why });
      return why ? null : (bad.get(cellKey(line.key, shown.id))?.text ?? typedCell(line, shown.id));
    },
    onType: (spot, text) => type([{ spot, text }]),
    onClear: clear,
    onDismiss({ row, column }) {
      const line = lines[row];
      const shown = LINE_COLUMNS[column];
      if (line && shown) mark(cellKey(line.key, shown.id), null);
    },
  });
  const { selection, select, startEditing } = sheet;
  const keyAt = ({ row, column }: Spot) => cellKey(lines[row]?.key ?? 0, LINE_COLUMNS[column]?.id ?? 'kind');
  const grid = useFollowingFocus(sheet, keyAt);
  const pointer = useGridPointer({
    findSpot(cell) {
      const row = lines.findIndex(({ key }) => cell.startsWith(`${key}/`));
      const column = LINE_COLUMNS.findIndex(({ id }) => cell === cellKey(lines[row]?.key ?? 0, id));
      return row < 0 || column < 0 ? null : { row, column };
    },
    selection,
    select,
    startEditing,
    canEdit,
    isNarrow,
    copy(range) {
      return copyCells(range, ({ row, column }) => {
        const { id, kind } = LINE_COLUMNS[column]!;
        return kind === 'figure' ? sayCell(lines[row]!, id, choices) : typedCell(lines[row]!, id);
      });
    },
    onCut: clear,
    onPaste: ({ at }, text) => type(pastedCells(text, at)),
  });

  const toggle = useCallback((key: number) => {
    setOpened((old) => (old.has(key) ? new Set([...old].filter((one) => one !== key)) : new Set([...old, key])));
  }, []);
  const openMenu = useCallback((key: number, anchor: HTMLElement) => setMenu({ key, anchor }), []);
  const latestDrop = useRef((_item: string, _to: number) => {});
  latestDrop.current = (item, to) => change((now) => moveEntries(now, new Set([item]), to, choices));
  const dropEntry = useCallback((item: string, to: number) => latestDrop.current(item, to), []);

  function act(what: LineAct, key: number): void {
    const at = lines.findIndex((line) => line.key === key);
    const column = selection.at.column;
    if (what === 'panel') {
      toggle(key);
      return;
    }
    if (what === 'add')
      change((now) => insertAfter(now, at, newLine(now, now[at]?.kind === 'text' ? 'time' : (now[at]?.kind ?? 'time'), choices)));
    if (what === 'duplicate') change((now) => duplicateLine(now, key));
    if (what === 'up' || what === 'down') change((now) => shiftLine(now, key, what === 'up' ? -1 : 1));
    if (what === 'remove') remove(lines[at]!);
    const row = { add: at + 1, duplicate: at + 1, up: Math.max(0, at - 1), down: at + 1, remove: at }[what];
    select(selectSpot({ row, column: what === 'add' ? 2 : column }));
  }
  function remove(line: DraftLine): void {
    change((now) => removeLine(now, line.key));
    if (line.entries.length > 0)
      showToast({ text: 'Removed the line. Its entries go back to WIP when you save.', action: { label: 'Undo', run: state.undo } });
  }
  function readKey(event: KeyboardEvent<HTMLElement>): void {
    const { target } = event;
    // The arrows choose in a list.
    if (target instanceof HTMLSelectElement && /^Arrow/.test(event.key)) event.stopPropagation();
    else if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) {
      if (target.closest('[role="gridcell"]')) sheet.readFieldKey(event, target.value);
    } else if ((target as HTMLElement).role === 'gridcell') readCellKey(event);
  }
  function readCellKey(event: KeyboardEvent<HTMLElement>): void {
    const what = readLineKey(event);
    const line = lines[selection.at.row];
    if (what === null) sheet.readKey(event);
    else {
      event.preventDefault();
      event.stopPropagation();
      if (line && (canEdit || what === 'panel')) act(what, line.key);
    }
  }

  const { top, bottom, left, right } = rangeOf(selection);
  return (
    <div className="sheet-pane">
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the cells take the focus and the keys, as in a spreadsheet
        role="grid"
        aria-label="Lines"
        aria-multiselectable
        aria-readonly={!canEdit}
        aria-rowcount={lines.length + 1}
        onKeyDown={readKey}
        onBlur={(event) => {
          const { target } = event;
          const isCell = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
          if (isCell && target.closest('[role="gridcell"]')) sheet.commit(target.value);
        }}
        {...pointer}
      >
        <colgroup>
          <col style={{ width: 86 }} />
          {LINE_COLUMNS.map(({ id, width }) => (
            <col key={id} style={width === null ? {} : { width }} />
          ))}
          <col style={{ width: 36 }} />
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">Line</th>
            {LINE_COLUMNS.map(({ id, title, kind }) => (
              <th key={id} scope="col" className={kind === 'figure' ? 'number' : undefined}>
                {title}
              </th>
            ))}
            <th scope="col">
              <span className="hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => {
            const isIn = at >= top && at <= bottom;
            return (
              <Fragment key={line.key}>
                <LineRow
                  line={line}
                  at={at}
                  choices={choices}
                  left={isIn ? left : -1}
                  right={isIn ? right : -1}
                  active={at === selection.at.row ? selection.at.column : -1}
                  editing={sheet.editing?.spot.row === at ? sheet.editing : null}
                  bad={bad}
                  isOpen={opened.has(line.key)}
                  canEdit={canEdit}
                  onToggle={toggle}
                  onMenu={openMenu}
                  onDropEntry={dropEntry}
                />
                {opened.has(line.key) ? (
                  <tr className="panel">
                    <td colSpan={LINE_COLUMNS.length + HEAD_CELLS}>
                      <LinePanel
                        line={line}
                        lines={lines}
                        choices={choices}
                        canEdit={canEdit}
                        onChange={(patch) => change((now) => changeLine(now, line.key, patch, choices))}
                        onMove={(items, to) => change((now) => moveEntries(now, items, to, choices))}
                        onTakeOff={(items) => change((now) => takeOff(now, items, choices))}
                        onPart={onPart}
                      />
                    </td>
                  </tr>
                ) : null}
              </Fragment>
            );
          })}
        </tbody>
      </table>
      {menu ? (
        <LineMenu
          anchor={menu.anchor}
          name={`line ${lines.findIndex(({ key }) => key === menu.key) + 1}`}
          onChoose={(what) => act(what, menu.key)}
          onClose={() => setMenu(null)}
        />
      ) : null}
    </div>
  );
}
