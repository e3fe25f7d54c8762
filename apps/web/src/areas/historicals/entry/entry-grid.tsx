import { type KeyboardEvent, useCallback, useRef, useState } from 'react';
import { useToday } from '../../../parts/date/firm-zone.ts';
import { ActMenu } from '../../../parts/grid/act-menu.tsx';
import { copyCells, pastedCells, rangeOf, type Selection, type Spot, spotsOf } from '../../../parts/grid/grid-selection.ts';
import { useGridPointer } from '../../../parts/grid/use-grid-pointer.ts';
import { useFollowingFocus, useGridSheet } from '../../../parts/grid/use-grid-sheet.ts';
import { useNarrow } from '../../../parts/page/use-narrow.ts';
import { cellKey, DRAFT_COLUMNS, type DraftColumnId, proposedFor, sayDraft, typedDraft, writeDraft } from './draft-cells.ts';
import { type BadCell, DraftRow } from './draft-row.tsx';
import type { Draft, Drafts } from './use-drafts.ts';

export type EntryAct = 'take' | 'view' | 'open' | 'done' | 'remove';
const ACTS = [
  { act: 'take', label: 'Take the proposals', icon: 'check', key: 'Ctrl+Enter' },
  { act: 'view', label: 'View the scan', icon: 'visibility', key: 'Alt+Enter' },
  { act: 'open', label: 'Open the file', icon: 'open_in_new' },
  { act: 'done', label: 'Done', icon: 'task_alt', key: 'Ctrl+D' },
  { act: 'remove', label: 'Delete draft', icon: 'delete', key: 'Ctrl+Del' },
] as const;

export type EntryGridProps = {
  state: Drafts;
  /** The rows of the selection, first to last: for the buttons above the table and the picture beside it. */
  onSelected: (drafts: readonly number[]) => void;
  onAct: (act: Exclude<EntryAct, 'take'>, drafts: readonly number[]) => void;
};

function readActKey(event: KeyboardEvent): EntryAct | 'take column' | null {
  const isControl = event.ctrlKey || event.metaKey;
  if (event.key === 'Enter' && event.altKey && !isControl) return 'view';
  if (!isControl || event.altKey) return null;
  if (event.key === 'Enter') return event.shiftKey ? 'take column' : 'take';
  if (event.key.toLowerCase() === 'd') return 'done';
  return event.key === 'Delete' || event.key === 'Backspace' ? 'remove' : null;
}

/** Drafts as a spreadsheet. What is typed is saved by itself; what is proposed stands there in grey until it is taken. */
export function EntryGrid({ state, onSelected, onAct }: EntryGridProps) {
  const { drafts, change, readDraft } = state;
  const isNarrow = useNarrow();
  const today = useToday();
  const [bad, setBad] = useState<ReadonlyMap<string, BadCell>>(new Map());
  const [menu, setMenu] = useState<{ id: number; anchor: HTMLElement } | null>(null);
  const latest = useRef(drafts);
  latest.current = drafts;

  /** Writes what was typed into cells in one step; what cannot be read stays in its cell and says why. */
  function type(cells: readonly { spot: Spot; text: string }[]): void {
    const to = new Map<number, Partial<Draft>>();
    const marks = new Map(bad);
    for (const { spot, text } of cells) {
      const draft = latest.current[spot.row];
      const column = DRAFT_COLUMNS[spot.column];
      if (!draft || !column) continue;
      const written = writeDraft(column.id, text, today);
      marks.delete(cellKey(draft.id, column.id));
      if ('problem' in written) marks.set(cellKey(draft.id, column.id), { problem: written.problem, text });
      else to.set(draft.id, { ...to.get(draft.id), ...written.change });
    }
    setBad(marks);
    change([...to].map(([id, values]) => ({ id, to: values })));
  }
  const clear = (selection: Selection) => type(spotsOf(selection).map((spot) => ({ spot, text: '' })));
  const takeOf = (ids: readonly number[], columns: readonly DraftColumnId[]) =>
    change(
      ids.map((id) => {
        const draft = readDraft(id);
        const taken = columns.flatMap((column) => {
          const proposed = draft && proposedFor(draft, column);
          return proposed ? [[column, proposed] as const] : [];
        });
        return { id, to: Object.fromEntries(taken) };
      }),
    );
  const ALL = DRAFT_COLUMNS.map(({ id }) => id);

  const sheet = useGridSheet({
    size: { rows: drafts.length, columns: DRAFT_COLUMNS.length },
    canEdit: true,
    openCell({ row, column }) {
      const draft = latest.current[row];
      const shown = DRAFT_COLUMNS[column];
      if (!draft || !shown) return null;
      return bad.get(cellKey(draft.id, shown.id))?.text ?? (proposedFor(draft, shown.id) || typedDraft(draft, shown.id));
    },
    onType: (spot, text) => type([{ spot, text }]),
    onClear: clear,
    onDismiss({ row, column }) {
      const key = cellKey(drafts[row]?.id ?? 0, DRAFT_COLUMNS[column]?.id ?? 'pid');
      setBad((old) => new Map([...old].filter(([one]) => one !== key)));
    },
  });
  const { selection } = sheet;
  const { top, bottom, left, right } = rangeOf(selection);
  const chosen = drafts.slice(top, bottom + 1).map(({ id }) => id);
  const said = useRef('');
  if (said.current !== chosen.join()) {
    said.current = chosen.join();
    // The buttons above the table are drawn after it.
    queueMicrotask(() => onSelected(chosen));
  }
  const keyAt = ({ row, column }: Spot) => cellKey(drafts[row]?.id ?? 0, DRAFT_COLUMNS[column]?.id ?? 'pid');
  const grid = useFollowingFocus(sheet, keyAt);
  const pointer = useGridPointer({
    findSpot(cell) {
      const row = drafts.findIndex(({ id }) => cell.startsWith(`${id}/`));
      const column = DRAFT_COLUMNS.findIndex(({ id }) => cell.endsWith(`/${id}`));
      return row < 0 || column < 0 ? null : { row, column };
    },
    selection,
    select: sheet.select,
    startEditing: sheet.startEditing,
    canEdit: true,
    isNarrow,
    copy: (range) => copyCells(range, ({ row, column }) => sayDraft(drafts[row]!, DRAFT_COLUMNS[column]!.id)),
    onCut: clear,
    onPaste(range, text) {
      const { top: row, left: column } = rangeOf(range);
      const cells = pastedCells(text, { row, column });
      // One cell over a range fills it, as in a spreadsheet.
      type(cells.length === 1 ? spotsOf(range).map((spot) => ({ spot, text: cells[0]!.text })) : cells);
    },
  });

  function act(what: EntryAct, ids: readonly number[]): void {
    if (what === 'take') takeOf(ids, ALL);
    else onAct(what, ids);
  }
  function readKey(event: KeyboardEvent<HTMLElement>): void {
    const { target } = event;
    // The arrows choose in a list.
    if (target instanceof HTMLSelectElement && /^Arrow/.test(event.key)) event.stopPropagation();
    else if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) sheet.readFieldKey(event, target.value);
    else if ((target as HTMLElement).role === 'gridcell') {
      const what = readActKey(event);
      if (what === null) {
        sheet.readKey(event);
        return;
      }
      event.preventDefault();
      event.stopPropagation();
      if (what === 'take column')
        takeOf(
          drafts.map(({ id }) => id),
          ALL.slice(left, right + 1),
        );
      else act(what, chosen);
    }
  }
  const take = useRef((_id: number) => {});
  take.current = (id) => takeOf([id], ALL);
  const onTake = useCallback((id: number) => take.current(id), []);
  const onMenu = useCallback((id: number, anchor: HTMLElement) => setMenu({ id, anchor }), []);
  return (
    <div className="sheet-pane">
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the cells take the focus and the keys, as in a spreadsheet
        role="grid"
        aria-label="Drafts"
        aria-multiselectable
        aria-rowcount={drafts.length + 1}
        onKeyDown={readKey}
        onBlur={({ target }) => {
          if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) sheet.commit(target.value);
        }}
        {...pointer}
      >
        <colgroup>
          <col style={{ width: 76 }} />
          {DRAFT_COLUMNS.map(({ id, width }) => (
            <col key={id} style={width === null ? {} : { width }} />
          ))}
          <col style={{ width: 78 }} />
          <col style={{ width: 36 }} />
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">Scan</th>
            {DRAFT_COLUMNS.map(({ id, title }) => (
              <th key={id} scope="col">
                {title}
              </th>
            ))}
            <th scope="col">State</th>
            <th scope="col">
              <span className="hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {drafts.map((draft, at) => {
            const isIn = at >= top && at <= bottom;
            return (
              <DraftRow
                key={draft.id}
                draft={draft}
                at={at}
                left={isIn ? left : -1}
                right={isIn ? right : -1}
                active={at === selection.at.row ? selection.at.column : -1}
                editing={sheet.editing?.spot.row === at ? sheet.editing : null}
                bad={bad}
                trouble={state.troubles.get(draft.id)}
                isSaving={state.isSaving(draft.id)}
                onTake={onTake}
                onMenu={onMenu}
              />
            );
          })}
        </tbody>
      </table>
      {menu ? (
        <ActMenu
          anchor={menu.anchor}
          name={`draft ${drafts.findIndex(({ id }) => id === menu.id) + 1}`}
          items={ACTS}
          onChoose={(what) => act(what, [menu.id])}
          onClose={() => setMenu(null)}
        />
      ) : null}
    </div>
  );
}
