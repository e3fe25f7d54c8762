import { labelOf } from '@dmse/contract/common/field';
import { milestoneFields } from '@dmse/contract/work/milestone';
import { sayCount } from '@dmse/domain/text/counts';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { DatePopover } from '../../../parts/date/date-popover.tsx';
import { findTask, type WorkData } from '../board/work-data.ts';
import { AssigneeMenu } from './assignee-menu.tsx';
import { BulkMoveDialog } from './bulk-move-dialog.tsx';
import { type BulkMilestone, changeTogether, type MilestonePatch, placesAtEnd } from './milestone-bulk.ts';
import { StateMenu } from './state-menu.tsx';

export type BulkActionsProps = {
  /** Sends in turn with the other changes of the page. */
  run: <T>(send: () => Promise<T>) => Promise<T>;
  milestones: readonly BulkMilestone[];
  /** May do everything; who is only assigned says how far and by when. */
  canEdit: boolean;
  /** The work they can be moved in; left out where they are of several jobs. */
  data?: WorkData;
};

type OpenBulk = { is: 'assignee' | 'due' | 'state' | 'move'; anchor: HTMLElement };

/** What can be done to one milestone, done to all that are selected. */
export function BulkActions({ run, milestones, canEdit, data }: BulkActionsProps) {
  const [open, setOpen] = useState<OpenBulk | null>(null);
  const onClose = () => setOpen(null);
  const count = sayCount(milestones.length, 'milestone');
  const dates = new Set(milestones.map(({ due_date }) => due_date));

  function change(patchOf: (milestone: BulkMilestone) => MilestonePatch, say: (count: string) => string): void {
    onClose();
    void changeTogether({ run, milestones, patchOf, say });
  }
  const button = (is: OpenBulk['is'], label: string) => (
    <Button
      size="small"
      aria-haspopup={is === 'state' ? 'menu' : 'dialog'}
      onClick={({ currentTarget }) => setOpen({ is, anchor: currentTarget })}
    >
      {label}
    </Button>
  );
  return (
    <>
      {canEdit ? button('assignee', 'Assign…') : null}
      {button('due', 'Due date…')}
      {button('state', 'State…')}
      {canEdit && data ? button('move', 'Move…') : null}
      {open?.is === 'assignee' ? (
        <AssigneeMenu
          anchor={open.anchor}
          onClose={onClose}
          onChoose={(person) =>
            change(
              () => ({ assigned_user: person?.id ?? null }),
              (many) => (person ? `Assigned ${many} to ${person.full_name}.` : `Unassigned ${many}.`),
            )
          }
        />
      ) : null}
      {open?.is === 'due' ? (
        <DatePopover
          anchor={open.anchor}
          title={`Due date of ${count}`}
          label={labelOf(milestoneFields.due_date)}
          value={dates.size === 1 ? [...dates][0]! : null}
          canClear
          onClose={onClose}
          onChoose={(due_date) =>
            change(
              () => ({ due_date }),
              (many) => (due_date ? `${many} due on ${due_date}.` : `Cleared the due date of ${many}.`),
            )
          }
        />
      ) : null}
      {open?.is === 'state' ? (
        <StateMenu
          anchor={open.anchor}
          onClose={onClose}
          onChoose={(state) =>
            change(
              () => ({ state }),
              (many) => `Set ${many} to ${state}.`,
            )
          }
        />
      ) : null}
      {open?.is === 'move' && data ? (
        <BulkMoveDialog
          count={count}
          data={data}
          onClose={onClose}
          onMove={(task) => {
            const target = findTask(data, task)!;
            const places = placesAtEnd(target, milestones);
            change(
              ({ id }) => ({ task, order: places.get(id)! }),
              (many) => `Moved ${many} to ${target.name}.`,
            );
          }}
        />
      ) : null}
    </>
  );
}
