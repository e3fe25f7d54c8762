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
export async function setRates({ tx }: Context, of: projects.Project, id: number, rates: ProjectPatch['rates']): Promise<Change[]> {
  if (rates === undefined) return [];
  const before = sayRates(await projects.listRates(tx, of, id));
  await projects.replaceRates(tx, of, id, rates);
  const after = sayRates(await projects.listRates(tx, of, id));
  return before === after ? [] : [{ field: 'rates', label: headingOf(projectFields.rates), from: before, to: after }];
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
