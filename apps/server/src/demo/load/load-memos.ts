import { documentFromText, plainText } from '@dmse/domain/memos/plain-text';
import { createLoader, type Loading } from '../bulk-load.ts';
import { workingMoment } from '../firm/days.ts';
import type { Project, ProjectWorld } from '../firm/projects.ts';
import type { Random } from '../firm/random.ts';
import type { HistoryRow } from '../firm/record-with-history.ts';

type Parts = { context: Loading; random: Random; world: ProjectWorld; add: (rows: HistoryRow[]) => Promise<void> };

/** What people of the trade tell each other. The last three stand in the way of the work until somebody has settled them. */
const MEMOS: readonly [title: string, text: string, is_issue: boolean][] = [
  ['Client has confirmed', 'The client has confirmed by phone and asks for the plan before the end of the month.', false],
  ['Access to the site', 'The gate code is with the foreman. Call him half an hour before; the dog is friendly.', false],
  ['Field work is done', 'All structures are open and measured but one, which is paved over.\n\nPhotos are with the run.', false],
  ['Appel du client', 'Mme Cormier demande une copie du plan en français pour la banque.', false],
  ['Adjacent plan found', 'The plan of the neighbour is at the registry; it ties to the same monuments. It is in the drive folder.', false],
  ['Revised limits', 'The architect has moved the building by two metres. The layout must be computed again.', false],
  ['Monument is missing', 'The iron bar at the north corner is gone. We need a decision before the plan is drawn.', true],
  ['Waiting for permission', 'The railway has not answered. Nobody may go on their land before that.', true],
  ['Wrong datum in the drawing', 'The consultant’s drawing is on the old datum. Nothing must be staked from it.', true],
];

/** A few memos on each of these jobs; most issues are settled. */
export async function loadMemos({ context, random, world, add }: Parts, jobs: readonly Project[]): Promise<void> {
  const names = [
    'id',
    'job',
    'title',
    'text',
    'words',
    'is_issue',
    'is_resolved',
    'resolved_by',
    'resolved_on',
    'version',
    'created_on',
    'created_by',
    'updated_on',
    'updated_by',
  ];
  const rows = createLoader(context, 'memo', names);
  let id = 0;
  for (const job of jobs) {
    const own = random.fork(job.id);
    for (let count = own.int(0, 4); count > 0; count--) {
      id += 1;
      const [title, text, is_issue] = own.pick(MEMOS);
      const at = workingMoment(own, job.created.at, world.now);
      const by = own.pick(world.writers);
      const is_resolved = is_issue && (job.state !== 'IN PROGRESS' || own.chance(0.6));
      const settled = is_resolved ? workingMoment(own, at, world.now) : null;
      const document = documentFromText(text);
      const entry = (action: string, when: string, version: number, who: number): HistoryRow => ({
        noun: 'memo',
        record_id: String(id),
        record_name: title,
        version,
        action,
        changes: [],
        at: when,
        by: who,
      });
      await add([entry('created', at, 1, by), ...(settled ? [entry('resolved', settled, 2, job.created.by)] : [])]);
      await rows.add({
        id,
        job: job.id,
        title,
        text: document,
        words: plainText(document),
        is_issue,
        is_resolved,
        resolved_by: settled ? job.created.by : null,
        resolved_on: settled,
        version: settled ? 2 : 1,
        created_on: at,
        created_by: by,
        updated_on: settled ?? at,
        updated_by: settled ? job.created.by : by,
      });
    }
  }
  await rows.flush();
}
