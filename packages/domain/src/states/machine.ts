/** Why something may not happen, in a sentence a colleague would say; null when it may. */
export type Reason = string | null;

/** How a state is coloured on its chip. */
export type Tone = 'success' | 'info' | 'warning' | 'error' | 'primary' | 'muted';

type Rows<S extends string> = { readonly [From in S]: { readonly tone: Tone; readonly moves: readonly S[] } };

export type Machine<S extends string> = {
  /** Every state, in the order people meet them. */
  readonly states: readonly [S, ...S[]];
  readonly first: S;
  readonly rows: Rows<S>;
};

/** A state machine is a table: each state with its colour and where it leads. A row that leads nowhere known is refused by the compiler. */
export function machine<const S extends string>(states: readonly [S, ...S[]], rows: NoInfer<Rows<S>>): Machine<S> {
  return { states, first: states[0], rows };
}

export function canMove<S extends string>({ rows }: Machine<S>, from: S, to: S): boolean {
  return rows[from].moves.includes(to);
}

/** States nobody can ever come to, and rows that name themselves: a table with such a row says something nobody meant. */
export function faultsOf<S extends string>({ states, first, rows }: Machine<S>): string[] {
  const reached = new Set<S>([first]);
  for (const state of reached) for (const next of rows[state].moves) reached.add(next);
  return [
    ...states.filter((state) => !reached.has(state)).map((state) => `${state} can never be reached.`),
    ...states.filter((state) => rows[state].moves.includes(state)).map((state) => `${state} leads to itself.`),
  ];
}
