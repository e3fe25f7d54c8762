import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import type { InvoiceChoices } from '@dmse/contract/invoices/invoice';
import { hasAmount, takesEntries } from '@dmse/domain/invoices/lines';
import { memo, useEffect, useRef } from 'react';
import { CellField } from '../../../parts/grid/cell-field.tsx';
import { ChoiceCell } from '../../../parts/grid/choice-cell.tsx';
import type { Editing } from '../../../parts/grid/use-grid-sheet.ts';
import { Icon } from '../../../parts/icon/icon.tsx';
import type { DraftLine } from './draft-lines.ts';
import { readDraggedEntry } from './entry-drag.ts';
import { cellKey, choicesOf, LINE_COLUMNS, type LineColumn, sayCell, whyNotType } from './line-columns.ts';
import type { BadCell } from './use-lines.ts';

export type LineRowProps = {
  line: DraftLine;
  at: number;
  choices: InvoiceChoices;
  /** The selected columns of this row, and the one that is typed into; -1 where there is none. */
  left: number;
  right: number;
  active: number;
  editing: Editing | null;
  bad: ReadonlyMap<string, BadCell>;
  isOpen: boolean;
  canEdit: boolean;
  onToggle: (key: number) => void;
  onMenu: (key: number, anchor: HTMLElement) => void;
  onDropEntry: (item: string, to: number) => void;
};

type CellProps = Pick<LineRowProps, 'line' | 'at' | 'choices' | 'editing'> & {
  column: LineColumn;
  isSelected: boolean;
  isActive: boolean;
  bad: BadCell | undefined;
};

function isUnset({ kind, account_code, tax_type }: DraftLine, { id }: LineColumn): boolean {
  return hasAmount(kind) && ((id === 'account' && account_code === '') || (id === 'tax' && tax_type === ''));
}

function Cell({ line, at, choices, column, isSelected, isActive, editing, bad }: CellProps) {
  const { id, title, kind, maxLength } = column;
  const isFixed = whyNotType(line, id) !== null;
  const words = [
    'figure',
    kind !== 'figure' && 'said',
    (id === 'description' || id === 'task') && 'wide',
    id === 'amount' && 'strong',
    isFixed && id !== 'amount' && 'fixed',
    isSelected && 'selected',
    isActive && 'active',
    bad && 'bad',
    isUnset(line, column) && 'unset',
  ];
  const label = `${title}, line ${at + 1}`;
  const said = bad?.text ?? (sayCell(line, id, choices) || (isUnset(line, column) ? 'Choose' : ''));
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the cells of a grid take the focus, and are told as such
      role="gridcell"
      className={words.filter(Boolean).join(' ')}
      data-cell={cellKey(line.key, id)}
      tabIndex={isActive ? 0 : -1}
      aria-selected={isSelected}
      aria-invalid={bad ? true : undefined}
      aria-readonly={isFixed ? true : undefined}
      title={bad?.problem ?? (kind === 'figure' ? undefined : said)}
    >
      <span className="phone-label">{title}</span>
      {editing ? (
        kind === 'choice' ? (
          <ChoiceCell label={label} editing={editing} choices={choicesOf(line, id, choices)} />
        ) : (
          <CellField
            label={label}
            editing={editing}
            inputMode={kind === 'figure' ? 'decimal' : 'text'}
            {...(maxLength ? { maxLength } : {})}
          />
        )
      ) : (
        <span className="text">{said}</span>
      )}
      {bad ? <span className="phone-problem">{bad.problem}</span> : null}
    </td>
  );
}

/** Takes work that is dropped upon it, where the line takes work. */
function useEntryDrop({ line, canEdit, onDropEntry }: Pick<LineRowProps, 'line' | 'canEdit' | 'onDropEntry'>) {
  const element = useRef<HTMLTableRowElement>(null);
  const { key, kind } = line;
  useEffect(() => {
    const row = element.current;
    if (!row || !canEdit || !takesEntries(kind)) return;
    return dropTargetForElements({
      element: row,
      canDrop: ({ source }) => readDraggedEntry(source.data) !== null,
      onDragEnter: () => row.setAttribute('data-drop', ''),
      onDragLeave: () => row.removeAttribute('data-drop'),
      onDrop: ({ source }) => {
        row.removeAttribute('data-drop');
        const item = readDraggedEntry(source.data);
        if (item !== null) onDropEntry(item, key);
      },
    });
  }, [key, kind, canEdit, onDropEntry]);
  return element;
}

function Row(props: LineRowProps) {
  const { line, at, choices, left, right, active, editing, bad, isOpen, canEdit, onToggle, onMenu } = props;
  const element = useEntryDrop(props);
  const { length } = line.entries;
  return (
    <tr ref={element} className="row" aria-rowindex={at + 2}>
      <td className="fold">
        <button
          type="button"
          className="icon-button"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Hide' : 'Show'} the entries and details of line ${at + 1}`}
          title="Entries and details (Alt+Enter)"
          onClick={() => onToggle(line.key)}
        >
          <Icon name={isOpen ? 'keyboard_arrow_down' : 'chevron_right'} size={18} />
        </button>
        {at + 1}
        {length > 0 ? ` (${length})` : ''}
      </td>
      {LINE_COLUMNS.map((column, place) => (
        <Cell
          key={column.id}
          line={line}
          at={at}
          choices={choices}
          column={column}
          isSelected={place >= left && place <= right}
          isActive={place === active}
          editing={editing?.spot.column === place ? editing : null}
          bad={bad.get(cellKey(line.key, column.id))}
        />
      ))}
      <td className="menu">
        {canEdit ? (
          <button
            type="button"
            className="icon-button"
            aria-haspopup="menu"
            aria-label={`Actions for line ${at + 1}`}
            onClick={(event) => onMenu(line.key, event.currentTarget)}
          >
            <Icon name="more_vert" size={18} />
          </button>
        ) : null}
      </td>
    </tr>
  );
}

/** A line as cells to type in. It is drawn again only when something of it has changed. */
export const LineRow = memo(Row);
