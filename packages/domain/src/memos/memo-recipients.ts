import { endSentence } from '../text/history-sentence.ts';

type Person = { id: number; full_name: string; is_active: boolean };

/** Who runs a job or quote. */
export type Leading = { project_manager: Person | null; project_leads: readonly Person[] };

type Told = { id: number; full_name: string; role: 'Project manager' | 'Project lead' };

/** Those a memo is mailed to without anybody asking: the project manager and the leads, each once, but not those in `except`. */
export function whoIsTold({ project_manager, project_leads }: Leading, except: readonly number[]): Told[] {
  const all = [
    ...(project_manager ? [{ ...project_manager, role: 'Project manager' as const }] : []),
    ...project_leads.map((lead) => ({ ...lead, role: 'Project lead' as const })),
  ];
  return all
    .filter(({ id, is_active }, at) => is_active && !except.includes(id) && all.findIndex((one) => one.id === id) === at)
    .map(({ id, full_name, role }) => ({ id, full_name, role }));
}

/** Why a memo of this author would be mailed to nobody, for the end of a sentence; null when it reaches somebody. */
export function whyNobodyIsTold(of: 'job' | 'quote', leading: Leading, author: number): string | null {
  if (whoIsTold(leading, [author]).length > 0) return null;
  const { project_manager, project_leads } = leading;
  const others = project_leads.filter(({ id }) => id !== author);
  if (others.length > 0 || (project_manager && project_manager.id !== author)) return `those who run this ${of} no longer have an account`;
  if (project_manager) return `this ${of} has no leads`;
  return project_leads.length > 0 ? `you are the only one who leads this ${of}` : `this ${of} has no project manager and no leads`;
}

/** "Mona Martin", "Mona Martin and Joe Jardine", "Mona Martin and 2 others" */
function sayNames([first = '', second, ...more]: readonly string[]): string {
  if (second === undefined) return first;
  return more.length === 0 ? `${first} and ${second}` : `${first} and ${more.length + 1} others`;
}

/** What became of a memo's mails when it was written, as two sentences at most. */
export function sayWhoWasMailed(recipients: readonly { name: string; is_refused: boolean }[], whyNobody: string | null): string {
  const mailed = recipients.filter(({ is_refused }) => !is_refused).map(({ name }) => name);
  const refused = recipients.filter(({ is_refused }) => is_refused).map(({ name }) => name);
  if (recipients.length === 0) return endSentence(whyNobody ? `Nobody was mailed: ${whyNobody}` : 'Nobody was mailed');
  const missed = refused.length === 0 ? '' : `${sayNames(refused)} could not be mailed: the address is not right.`;
  if (mailed.length === 0) return missed;
  return [endSentence(`Mailed to ${sayNames(mailed)}`), missed].filter(Boolean).join(' ');
}
