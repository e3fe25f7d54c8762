import type { Reason } from '../values/reason.ts';

/** How a state is coloured on its chip. */
export type Tone = 'success' | 'info' | 'warning' | 'error' | 'primary' | 'muted';

/** Asked with what is known about the record and the person; the first that gives a reason refuses the move. */
type WhyNot<Facts> = (facts: Facts) => Reason;
type Moves<S extends string, Facts> = { readonly [To in S]?: readonly WhyNot<Facts>[] };
type Rows<S extends string, Facts> = { readonly [From in S]: { readonly tone: Tone; readonly moves: Moves<S, Facts> } };

export type Machine<S extends string, Facts = unknown> = {
  /** Every state, in the order people meet them. */
  readonly states: readonly [S, ...S[]];
  readonly first: S;
  readonly rows: Rows<S, Facts>;
};

/** A state machine is a table: each state with its colour, where it leads, and what each move asks. */
export function machine<Facts = unknown>() {
  return <const S extends string>(states: readonly [S, ...S[]], rows: NoInfer<Rows<S, Facts>>): Machine<S, Facts> => ({
    states,
    first: states[0],
    rows,
  });
}

/** May it move there? Staying where it is is no move, and always allowed. */
export function whyNotMove<S extends string, Facts>({ rows }: Machine<S, Facts>, from: S, to: S, facts: Facts): Reason {
  if (from === to) return null;
  const asked = rows[from].moves[to];
  if (!asked) return { code: 'WRONG_STATE', sentence: `What is ${from} does not become ${to}.` };
  for (const whyNot of asked) {
    const reason = whyNot(facts);
    if (reason) return reason;
  }
  return null;
}

/** States nobody can ever come to, and rows that name themselves: a table with such a row says something nobody meant. */
export function faultsOf<S extends string>({ states, first, rows }: Pick<Machine<S, never>, 'states' | 'first' | 'rows'>): string[] {
  const reached = new Set<S>([first]);
  for (const state of reached) for (const next of Object.keys(rows[state].moves) as S[]) reached.add(next);
  return [
    ...states.filter((state) => !reached.has(state)).map((state) => `${state} can never be reached.`),
    ...states.filter((state) => state in rows[state].moves).map((state) => `${state} leads to itself.`),
  ];
}
