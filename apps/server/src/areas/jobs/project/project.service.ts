import { headingOf } from '@dmse/contract/common/field';
import { projectFields } from '@dmse/contract/jobs/job-fields';
import { inboxAddress } from '@dmse/domain/memos/inbox-address';
import type { Context } from '../../../call/context.ts';
import type { Change } from '../../../records/history.ts';
import { getSection } from '../../settings/setting/setting.service.ts';
import * as projects from './project.queries.ts';
import { sayRates } from './project-text.ts';
import type { ProjectPatch } from './project-validate.service.ts';

/** What stands in the row itself, without what other tables hold. */
export function rowFields<P extends ProjectPatch>(patch: P): Omit<P, 'rates'> {
  const { rates: _, ...fields } = patch;
  return fields;
}

/** Makes the agreed rates what they should be, and answers the change for the history. */
export async function setRates({ tx }: Context, of: projects.Rated, id: number, rates: ProjectPatch['rates']): Promise<Change[]> {
  if (rates === undefined) return [];
  const { changes } = await describeRateChanges(tx, of, [id], () => projects.replaceRates(tx, of, id, rates));
  return changes.get(id) ?? [];
}

/** Does something that may change agreed rates, and answers for the history what it has changed, by the record's id. */
export async function describeRateChanges<T>(tx: Context['tx'], of: projects.Rated, ids: readonly number[], work: () => Promise<T>) {
  const say = async () => {
    const byRecord = Map.groupBy(await projects.listRates(tx, of, ids), (rate) => rate.of);
    return new Map(ids.map((id) => [id, sayRates(byRecord.get(id) ?? [])]));
  };
  const before = await say();
  const answer = await work();
  const after = await say();
  const label = headingOf(projectFields.rates);
  const changes = ids.map((id): [number, Change[]] => {
    const [from, to] = [before.get(id) ?? null, after.get(id) ?? null];
    return [id, from === to ? [] : [{ field: 'rates', label, from, to }]];
  });
  return { answer, changes: new Map(changes) };
}

/** The rates agreed for a record, each role named. */
export async function listAgreedRates(tx: Context['tx'], of: projects.Rated, id: number): Promise<projects.RateRow[]> {
  const rates = await projects.listRates(tx, of, [id]);
  return rates.map(({ job_role, name, charge_rate }) => ({ job_role: { id: job_role, name }, charge_rate }));
}

/** Where mails about it are sent; empty where the firm has no inbox. */
export async function getInboxAddress(tx: Context['tx'], { num, inbox_token }: { num: string; inbox_token: string }): Promise<string> {
  const { domain } = await getSection(tx, 'inbox');
  return domain ? inboxAddress({ num, token: inbox_token }, domain) : '';
}

/** As the rules about who may edit ask for them. */
export function leadersOf({ project_manager, project_leads }: { project_manager: number | null; project_leads: number[] }) {
  return {
    project_manager: project_manager === null ? null : { id: project_manager },
    project_leads: project_leads.map((id) => ({ id })),
  };
}
