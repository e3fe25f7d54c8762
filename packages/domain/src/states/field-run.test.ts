import { describe, expect, it } from 'vitest';
import type { Role } from '../access/roles.ts';
import {
  FIELD_RUN,
  FIELD_RUN_STATES,
  type FieldRunState,
  isLate,
  whyNotFinish,
  whyNotPickState,
  whyNotProcess,
  whyNotReset,
  whyNotStart,
} from './field-run.ts';
import { faultsOf, machine, whyNotMove } from './machine.ts';

const fern = { id: 4, groups: ['Field Editor'] as Role[] };
const pia = { id: 5, groups: ['Field Data Processor'] as Role[] };
const joe = { id: 3, groups: ['Jobs User'] as Role[] };

describe('the field run', () => {
  it('is a table without dead rows', () => expect(faultsOf(FIELD_RUN)).toEqual([]));

  it('goes where the rules say and nowhere else', () => {
    const alice = { id: 1, groups: ['Field Admin', 'Field Data Processor'] as Role[] };
    const mayMove = (state: FieldRunState, to: FieldRunState) =>
      state !== to && whyNotMove(FIELD_RUN, state, to, { run: { state }, who: alice }) === null;
    const moves = FIELD_RUN_STATES.flatMap((from) => FIELD_RUN_STATES.filter((to) => mayMove(from, to)).map((to) => [from, to]));
    expect(moves).toEqual([
      ['Waiting', 'Active'],
      ['Waiting', 'Processing'],
      ['Active', 'Processing'],
      ['Processing', 'Active'],
      ['Processing', 'Finished'],
      ['Finished', 'Processing'],
    ]);
  });

  it('Fern starts a waiting run; Joe may not', () => {
    expect(whyNotStart({ state: 'Waiting' }, fern)).toBeNull();
    expect(whyNotStart({ state: 'Waiting' }, joe)?.sentence).toMatch(/Field Editor/);
  });

  it('Fern starts it twice without harm; what another has started she cannot', () => {
    expect(whyNotStart({ state: 'Active', started_by: { id: fern.id, full_name: 'Fern' } }, fern)).toBeNull();
    expect(whyNotStart({ state: 'Active', started_by: { id: 9, full_name: 'Nils' } }, fern)?.sentence).toBe(
      'Nils has already started this run.',
    );
    expect(whyNotStart({ state: 'Active', started_by: null }, fern)?.sentence).toBe('This run has already been started.');
    expect(whyNotStart({ state: 'Waiting', is_deleted: true }, fern)?.sentence).toMatch(/deleted/);
  });

  it('the other states follow from the wizard, and say so', () => {
    expect(whyNotPickState({ state: 'Active' }, 'Processing', pia)?.sentence).toMatch(/Import/);
    expect(whyNotPickState({ state: 'Processing' }, 'Active', pia)?.sentence).toMatch(/Reset/);
    expect(whyNotPickState({ state: 'Processing' }, 'Finished', pia)?.sentence).toMatch(/Finish/);
    expect(whyNotPickState({ state: 'Active' }, 'Waiting', pia)?.sentence).toMatch(/wait again/);
    expect(whyNotPickState({ state: 'Finished' }, 'Finished', pia)).toBeNull();
  });

  it('Pia processes what is not finished; Fern does not', () => {
    for (const state of FIELD_RUN_STATES) expect(whyNotProcess({ state }, pia) === null).toBe(state !== 'Finished');
    expect(whyNotProcess({ state: 'Active' }, fern)?.sentence).toMatch(/Data Processor/);
    expect([whyNotReset({ state: 'Processing' }, pia), whyNotFinish({ state: 'Processing' }, pia)]).toEqual([null, null]);
    expect(whyNotReset({ state: 'Active' }, pia)?.sentence).toMatch(/only a run in Processing/);
  });

  it('late is what comes once the office has begun', () => expect(FIELD_RUN_STATES.filter(isLate)).toEqual(['Processing', 'Finished']));
});

it('a table that leads nowhere is found out', () => {
  const odd = machine()(['a', 'b'], { a: { tone: 'info', moves: { a: [] } }, b: { tone: 'info', moves: {} } });
  expect(whyNotMove(odd, 'b', 'a', {})).toEqual({ code: 'WRONG_STATE', sentence: 'What is b does not become a.' });
  expect(faultsOf(odd)).toEqual(['b can never be reached.', 'a leads to itself.']);
});
