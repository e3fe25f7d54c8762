import { ActMenu } from '../../../parts/grid/act-menu.tsx';
import type { IconName } from '../../../parts/icon/icon-paths.ts';
import type { RowKind } from '../board/work-data.ts';

export type RowAct = 'rename' | 'details' | 'dependencies' | 'add' | 'up' | 'down' | 'move' | 'copy' | 'remove' | 'timer';

type Item = { act: RowAct; label: string; icon: IconName; key?: string };

const MOVES: readonly Item[] = [
  { act: 'up', label: 'Move up', icon: 'arrow_upward', key: 'Alt+↑' },
  { act: 'down', label: 'Move down', icon: 'arrow_downward', key: 'Alt+↓' },
  { act: 'move', label: 'Move…', icon: 'account_tree' },
];
const RENAME: Item = { act: 'rename', label: 'Rename', icon: 'edit', key: 'F2' };
const COPY: Item = { act: 'copy', label: 'Copy…', icon: 'content_copy' };
const REMOVE: Item = { act: 'remove', label: 'Delete…', icon: 'delete', key: 'Del' };

const ITEMS: Record<RowKind, readonly Item[]> = {
  group: [RENAME, { act: 'add', label: 'Add task…', icon: 'add' }, ...MOVES, REMOVE],
  task: [
    RENAME,
    { act: 'details', label: 'Description and account code…', icon: 'description' },
    { act: 'add', label: 'Add milestone', icon: 'add' },
    ...MOVES,
    COPY,
    REMOVE,
  ],
  milestone: [RENAME, { act: 'dependencies', label: 'What it waits for…', icon: 'link' }, ...MOVES, COPY, REMOVE],
};

const TIMER: Item = { act: 'timer', label: 'Start the timer', icon: 'timer' };

export type RowMenuProps = {
  anchor: HTMLElement;
  kind: RowKind;
  name: string;
  hasTimer?: boolean;
  onChoose: (act: RowAct) => void;
  onClose: () => void;
};

/** Everything that can be done to a row, with the key that does the same. */
export function RowMenu({ anchor, kind, name, hasTimer = false, onChoose, onClose }: RowMenuProps) {
  return (
    <ActMenu anchor={anchor} name={name} items={[...(hasTimer ? [TIMER] : []), ...ITEMS[kind]]} onChoose={onChoose} onClose={onClose} />
  );
}
