import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { goToStaff } from './staff-path.ts';

export type StaffLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string };

/** A link inside the panel: a real address, opened without loading the page anew. */
export function StaffLink({ href, onClick, ...rest }: StaffLinkProps) {
  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    goToStaff(href);
  }
  return <a href={href} onClick={follow} {...rest} />;
}
