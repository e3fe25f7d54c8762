import { isGuessable } from './guessable.ts';

const MIN = 12;
const MAX = 128;

type PasswordOwner = { username: string; full_name: string; email: string; firm_name?: string };

/** The words anyone would try who knows the person and where they work. */
function ownWords({ username, full_name, email, firm_name = '' }: PasswordOwner): string[] {
  const [mailbox = '', host = ''] = email.split('@');
  const whole = [username, full_name, mailbox, firm_name];
  return [...whole, ...whole.flatMap((name) => name.split(/\P{L}+/u)), ...host.split('.').slice(0, -1)];
}

/**
 * Length matters, tricks do not: no rule about digits or signs, but nothing that is only a common word with padding, the person's own
 * name or the firm's, or a run along the keyboard.
 */
export function whyNotPassword(password: string, about: PasswordOwner): string | null {
  if (password.length < MIN) return `Use at least ${MIN} characters; a short sentence is easiest to remember.`;
  if (password.length > MAX) return `Use at most ${MAX} characters.`;
  if (new Set(password).size < 5) return 'This is too easy to guess: use more different characters.';
  if (isGuessable(password, ownWords(about)))
    return 'This is too easy to guess: it is little more than a common word, a name or a row of keys. A short sentence is safer.';
  return null;
}
