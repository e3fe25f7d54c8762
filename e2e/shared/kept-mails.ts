import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The kept mails that say something, the newest last. The first mail makes their folder. */
export function mailsAbout(dataDir: string, words: string): string[] {
  const folder = join(dataDir, 'mail');
  if (!existsSync(folder)) return [];
  const texts = readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  return texts.filter((text) => text.includes(words));
}
