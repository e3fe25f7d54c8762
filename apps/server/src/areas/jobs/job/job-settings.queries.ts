import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';

/** What can be chosen still; what was switched off stays on what has it. */
export function listRoles(tx: Tx) {
  return tx.selectFrom('job_role').select(['id', 'name']).where('is_active', '=', true).orderBy('position').orderBy('id').execute();
}

export function listDisbursementTypes(tx: Tx) {
  return tx
    .selectFrom('disbursement_type')
    .select(['id', 'name', 'unit'])
    .where('is_active', '=', true)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

export function listMilestoneTemplates(tx: Tx) {
  return tx.selectFrom('milestone_template').select(['id', 'name']).where('is_active', '=', true).orderBy(sql`norm(name)`).execute();
}

/** Task templates with the names of their milestones, in order. */
export function listTaskTemplates(tx: Tx) {
  return tx
    .selectFrom('task_template')
    .select([
      'id',
      'name',
      'description',
      sql<string[]>`array(
        select m.name from jsonb_array_elements(milestones) with ordinality as step (content, place)
        join milestone_template m on m.id = (step.content ->> 'milestone_template')::int order by place)`.as('milestones'),
    ])
    .where('is_active', '=', true)
    .orderBy(sql`norm(name)`)
    .execute();
}
