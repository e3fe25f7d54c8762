import { beforeEach, describe, expect, it } from 'vitest';
import { clearToasts, readToasts } from '../parts/toast/toast-store.ts';
import { ProblemError, UnreachableError } from './problem-error.ts';
import { showProblem } from './problem-toast.ts';

beforeEach(clearToasts);

function shown(error: unknown) {
  showProblem(error);
  const { text, icon, colour } = readToasts()[0]!;
  return { text, icon, colour };
}

describe('showProblem', () => {
  it.each([
    [401, 'security', 'neutral'],
    [403, 'security', 'warning'],
    [400, 'warning', 'error'],
    [404, 'warning', 'error'],
    [409, 'warning', 'error'],
    [500, 'sync_problem', 'neutral'],
    [503, 'sync_problem', 'neutral'],
  ])('shows a %i with the icon %s in %s', (status, icon, colour) => {
    expect(shown(new ProblemError(status, { detail: 'A sentence.' }))).toEqual({ text: 'A sentence.', icon, colour });
  });

  it.each([
    [403, 'security', 'warning'],
    [409, 'warning', 'error'],
    [500, 'sync_problem', 'neutral'],
  ])('says what did not work above the reason, and looks by the status: %i', (status, icon, colour) => {
    showProblem(new ProblemError(status, { detail: 'A sentence.' }), 'Failed to update.');
    expect(readToasts()[0]).toMatchObject({ text: 'Failed to update.', subtitle: 'A sentence.', icon, colour });
  });

  it('says each field with its message where there is no sentence', () => {
    const error = new ProblemError(400, { name: ['This field may not be blank.'], email: ['Too long.', 'No @.'] });
    expect(shown(error).text).toBe('name: This field may not be blank.\nemail: Too long. No @.');
  });

  it('says the message of a field that is called code, as a tax rule has one', () => {
    const error = new ProblemError(400, { code: ['Ensure this field has no more than 20 characters.'] });
    expect([error.code, shown(error).text]).toEqual([undefined, 'code: Ensure this field has no more than 20 characters.']);
  });

  it('falls back to the message of the error', () => {
    expect(shown(new ProblemError(400, {})).text).toBe('The server answered 400.');
  });

  it('shows what is no answer at all in the colour of an error', () => {
    expect(shown(new UnreachableError())).toEqual({ text: 'The server cannot be reached.', icon: 'error', colour: 'error' });
  });

  it('throws on what the catalogue does not know', () => {
    expect(() => showProblem(new ProblemError(302, {}))).toThrow(ProblemError);
    expect(() => showProblem('a word')).toThrow('a word');
    expect(readToasts()).toHaveLength(0);
  });

  it('is silent about a request we cancelled ourselves', () => {
    showProblem(new DOMException('aborted', 'AbortError'));
    expect(readToasts()).toHaveLength(0);
  });
});
