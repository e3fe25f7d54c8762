import { norm } from '../words/norm.ts';

const MIN = 12;
const MAX = 128;

/** Words anyone would try first at this firm, and the beginnings of what everyone tries first anywhere. */
const CONTEXT = ['dmse', 'survey', 'password', 'motdepasse', 'newbrunswick', 'moncton', 'saintjohn', 'fredericton', 'welcome', 'bienvenue'];
const COMMON = [
  'qwerty',
  'azerty',
  'letmein',
  'iloveyou',
  'abc123',
  'admin',
  'monkey',
  'dragon',
  'football',
  'hockey',
  'sunshine',
  'princess',
  'master',
  'login',
];

/** What is left of a password when its padding of digits, signs and repeats is taken away. */
function core(password: string): string {
  return norm(password)
    .replace(/[^a-z]/g, '')
    .replace(/(.)\1+/g, '$1');
}

function isSequence(text: string): boolean {
  const steps = [...text].slice(1).map((letter, i) => letter.charCodeAt(0) - text.charCodeAt(i));
  return steps.every((step) => step === steps[0]) && Math.abs(steps[0] ?? 0) <= 1;
}

/**
 * Length matters, tricks do not: no rule about digits or signs, but nothing that is only a common word with padding, the person's own
 * name, or a run along the keyboard.
 */
export function whyNotPassword(password: string, about: { username: string; full_name: string; email: string }): string | null {
  if (password.length < MIN) return `Use at least ${MIN} characters; a short sentence is easiest to remember.`;
  if (password.length > MAX) return `Use at most ${MAX} characters.`;
  if (new Set(password).size < 5 || isSequence(password)) return 'This is too easy to guess: use more different characters.';
  const left = core(password);
  const own = [about.username, ...about.full_name.split(/\s+/), about.email.split('@')[0] ?? '']
    .map(core)
    .filter((word) => word.length >= 3);
  const known = [...CONTEXT, ...COMMON, ...own].map((word) => word.replace(/(.)\1+/g, '$1'));
  const rest = known.sort((a, b) => b.length - a.length).reduce((text, word) => text.replaceAll(word, ''), left);
  if (rest.length < 4) return 'This is too easy to guess: it is little more than a common word or your own name.';
  return null;
}
