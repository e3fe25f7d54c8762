import { sayKinds } from './say-kinds.ts';

/** Which files a place takes: media types ("image/*", "application/pdf") and endings (".csv"). */
export type FileRules = { accept?: readonly string[] | undefined; maxBytes: number };

const KINDS = ['B', 'kB', 'MB', 'GB'];

/** As the server counts: its limits are round numbers of these. */
const STEP = 1024;

/** A size as a person says it: "3.2 MB". */
export function sayBytes(bytes: number): string {
  let size = bytes;
  let kind = 0;
  while (size >= STEP && kind < KINDS.length - 1) {
    size /= STEP;
    kind++;
  }
  return `${size >= 100 || kind === 0 ? Math.round(size) : Math.round(size * 10) / 10} ${KINDS[kind]}`;
}

function isAccepted(file: { name: string; type: string }, rule: string): boolean {
  if (rule.startsWith('.')) return file.name.toLowerCase().endsWith(rule.toLowerCase());
  return rule.endsWith('/*') ? file.type.startsWith(rule.slice(0, -1)) : file.type === rule;
}

/** Why a file cannot be taken, in a sentence, or null when it can. The server looks again, at the bytes. */
export function whyNotFile(file: { name: string; type: string; size: number }, { accept, maxBytes }: FileRules): string | null {
  if (file.size === 0) return 'This file is empty.';
  if (file.size > maxBytes) return `This file is ${sayBytes(file.size)}; at most ${sayBytes(maxBytes)} can be stored.`;
  if (accept && !accept.some((rule) => isAccepted(file, rule))) return `This kind of file cannot be used here. Use ${sayKinds(accept)}.`;
  return null;
}
