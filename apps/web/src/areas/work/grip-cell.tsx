import { Icon } from '../../parts/icon.tsx';

/** What a row is dragged by. The keyboard has Alt+↑ and Alt+↓ and the menu, so it is no control of its own. */
export function GripCell({ canDrag }: { canDrag: boolean }) {
  return (
    <td className="grip" title={canDrag ? 'Drag to move, or Alt+↑ and Alt+↓' : undefined}>
      {canDrag ? <Icon name="drag_indicator" size={18} className="quiet" /> : null}
    </td>
  );
}
