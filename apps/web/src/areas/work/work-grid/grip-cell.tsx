/** What a row is dragged by. The keyboard has Alt+↑ and Alt+↓ and the menu, so it is no control of its own. */
export function GripCell({ canDrag }: { canDrag: boolean }) {
  return <td className="grip">{canDrag ? <span className="dots quiet" title="Drag to move, or Alt+↑ and Alt+↓" /> : null}</td>;
}
