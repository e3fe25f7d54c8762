import { nameHistoricalFile } from '@dmse/domain/historicals/relevant-fields';
import { memo } from 'react';
import { CellField } from '../../../parts/grid/cell-field.tsx';
import { ChoiceCell } from '../../../parts/grid/choice-cell.tsx';
import type { Editing } from '../../../parts/grid/use-grid-sheet.ts';
import { Icon } from '../../../parts/icon/icon.tsx';
import { ScanThumbnail } from '../historical-file/historical-columns.tsx';
import { CATEGORY_CELLS, cellKey, DRAFT_COLUMNS, type DraftColumn, proposedFor, sayDraft } from './draft-cells.ts';
import type { Draft } from './use-drafts.ts';

export type BadCell = { problem: string; text: string };

export type DraftRowProps = {
  draft: Draft;
  at: number;
  /** The selected columns of this row, and the one that is typed into; -1 where there is none. */
  left: number;
  right: number;
  active: number;
  editing: Editing | null;
  bad: ReadonlyMap<string, BadCell>;
  trouble: string | undefined;
  isSaving: boolean;
  onTake: (id: number) => void;
  onMenu: (id: number, anchor: HTMLElement) => void;
};

type CellProps = Pick<DraftRowProps, 'draft' | 'at' | 'editing'> & {
  column: DraftColumn;
  isSelected: boolean;
  isActive: boolean;
  bad: BadCell | undefined;
};

function Cell({ draft, at, column, isSelected, isActive, editing, bad }: CellProps) {
  const { id, title, maxLength } = column;
  const proposed = bad ? null : proposedFor(draft, id);
  const said = bad?.text ?? sayDraft(draft, id);
  const words = [
    'figure',
    'said',
    id === 'client_name' && 'wide',
    isSelected && 'selected',
    isActive && 'active',
    bad && 'bad',
    proposed && 'ghost',
  ];
  const label = `${title}, draft ${at + 1}`;
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the cells of a grid take the focus, and are told as such
      role="gridcell"
      className={words.filter(Boolean).join(' ')}
      data-cell={cellKey(draft.id, id)}
      tabIndex={isActive ? 0 : -1}
      aria-selected={isSelected}
      aria-invalid={bad ? true : undefined}
      title={bad?.problem ?? (proposed ? `Proposed: ${proposed}` : said)}
    >
      <span className="phone-label">{title}</span>
      {editing ? (
        id === 'category' ? (
          <ChoiceCell label={label} editing={editing} choices={CATEGORY_CELLS} />
        ) : (
          <CellField label={label} editing={editing} inputMode="text" maxLength={maxLength ?? 40} />
        )
      ) : (
        <span className="text">
          {proposed ? <span className="hidden">Proposed: </span> : null}
          {proposed ?? said}
        </span>
      )}
      {bad ? <span className="phone-problem">{bad.problem}</span> : null}
    </td>
  );
}

const UNREADABLE = 'This scan cannot be read. Scan it again, or fill in the draft by hand.';

function State({ draft, trouble, isSaving }: Pick<DraftRowProps, 'draft' | 'trouble' | 'isSaving'>) {
  if (trouble)
    return (
      <span className="trouble" role="alert" title={trouble}>
        <Icon name="error" size={18} label={trouble} />
      </span>
    );
  if (!isSaving && draft.scans_failed > 0)
    return (
      <span className="trouble" title={UNREADABLE}>
        <Icon name="warning" size={18} label={UNREADABLE} />
      </span>
    );
  if (!isSaving && draft.scans_unread === 0) return null;
  return (
    <span className="quiet">
      {isSaving ? <Icon name="sync" size={18} label="Saving" /> : <Icon name="hourglass_empty" size={18} label="Being read" />}
    </span>
  );
}

function Row({ draft, at, left, right, active, editing, bad, trouble, isSaving, onTake, onMenu }: DraftRowProps) {
  const hasProposal = DRAFT_COLUMNS.some(({ id }) => proposedFor(draft, id) !== null);
  return (
    <tr className="row" aria-rowindex={at + 2}>
      <td className="fold">
        <span className="scan">
          <ScanThumbnail url={draft.thumbnail_url} size={40} />
          {at + 1}
        </span>
      </td>
      {DRAFT_COLUMNS.map((column, place) => (
        <Cell
          key={column.id}
          draft={draft}
          at={at}
          column={column}
          isSelected={place >= left && place <= right}
          isActive={place === active}
          editing={editing?.spot.column === place ? editing : null}
          bad={bad.get(cellKey(draft.id, column.id))}
        />
      ))}
      <td className="state">
        {hasProposal ? (
          <button type="button" className="take" aria-label={`Take the proposals of draft ${at + 1}`} onClick={() => onTake(draft.id)}>
            Take
          </button>
        ) : null}
        <State draft={draft} trouble={trouble} isSaving={isSaving} />
      </td>
      <td className="menu">
        <button
          type="button"
          className="icon-button"
          aria-haspopup="menu"
          aria-label={`Actions for ${nameHistoricalFile(draft)}`}
          onClick={(event) => onMenu(draft.id, event.currentTarget)}
        >
          <Icon name="more_vert" size={18} />
        </button>
      </td>
    </tr>
  );
}

/** A draft as cells to type in. It is drawn again only when something of it has changed. */
export const DraftRow = memo(Row);
