import { ActMenu } from '../../../parts/grid/act-menu.tsx';
import type { IconName } from '../../../parts/icon/icon-paths.ts';

export type LineAct = 'add' | 'duplicate' | 'up' | 'down' | 'panel' | 'remove';
const ITEMS: readonly { act: LineAct; label: string; icon: IconName; key: string }[] = [
  { act: 'panel', label: 'Entries and details', icon: 'list', key: 'Alt+Enter' },
  { act: 'add', label: 'Add a line below', icon: 'add', key: 'Ctrl+Enter' },
  { act: 'duplicate', label: 'Duplicate', icon: 'content_copy', key: 'Ctrl+D' },
  { act: 'up', label: 'Move up', icon: 'arrow_upward', key: 'Alt+↑' },
  { act: 'down', label: 'Move down', icon: 'arrow_downward', key: 'Alt+↓' },
  { act: 'remove', label: 'Remove', icon: 'delete', key: 'Ctrl+Del' },
];

/** The key that does the same as an entry of the menu. */
export function readLineKey(event: React.KeyboardEvent): LineAct | null {
  const isControl = event.ctrlKey || event.metaKey;
  if (event.altKey && !isControl) {
    if (event.key === 'ArrowUp') return 'up';
    if (event.key === 'ArrowDown') return 'down';
    return event.key === 'Enter' ? 'panel' : null;
  }
  if (!isControl) return null;
  if (event.key === 'Enter') return 'add';
  if (event.key.toLowerCase() === 'd') return 'duplicate';
  return event.key === 'Delete' || event.key === 'Backspace' ? 'remove' : null;
}

export type LineMenuProps = { anchor: HTMLElement; name: string; onChoose: (act: LineAct) => void; onClose: () => void };

/** Everything that can be done to a line, with the key that does the same. */
export function LineMenu({ anchor, name, onChoose, onClose }: LineMenuProps) {
  return <ActMenu anchor={anchor} name={name} items={ITEMS} onChoose={onChoose} onClose={onClose} />;
}
