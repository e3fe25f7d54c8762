import { randomUUID } from 'node:crypto';
import type { Seal } from '../../../adapters/accounting/seal.ts';
import type { Tx } from '../../../db/database.ts';
import * as tickets from './ticket.queries.ts';

/**
 * What the server has to remember between two steps of a sign-in is sealed and given to the browser: nothing is stored for somebody who
 * is not known yet, and every process can go on with it. A ticket is for one purpose, for minutes, and used once.
 */
export type Ticket<T> = T & { id: string; until: string };

export function makeTicket(seal: Seal, purpose: string, content: object, now: string, minutes: number): string {
  const until = new Date(Date.parse(now) + minutes * 60_000).toISOString();
  return seal.close(JSON.stringify({ purpose, id: randomUUID(), until, content }));
}

export function readTicket<T>(seal: Seal, purpose: string, text: string | undefined, now: string): Ticket<T> | null {
  const opened = text ? seal.open(text) : null;
  if (opened === null) return null;
  const { content, ...about } = JSON.parse(opened) as { purpose: string; id: string; until: string; content: T };
  return about.purpose === purpose && now < about.until ? { ...content, id: about.id, until: about.until } : null;
}

/** False: it has been used already. */
export function spendTicket(tx: Tx, { id, until }: { id: string; until: string }): Promise<boolean> {
  return tickets.insert(tx, id, until);
}
