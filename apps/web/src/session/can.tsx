import type { Action } from '@dmse/domain/access/grants';
import type { ReactNode } from 'react';
import { useCan } from './self.ts';

export type CanProps = { do: Action; children: ReactNode; otherwise?: ReactNode };

/** Shows its content to whoever holds the grant. */
export function Can({ do: action, children, otherwise = null }: CanProps) {
  return useCan(action) ? children : otherwise;
}
