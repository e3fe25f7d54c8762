import * as milestone from '@dmse/contract/work/milestone';
import * as task from '@dmse/contract/work/task';
import * as budget from '@dmse/contract/work/budget';
import pg from 'pg';
import { it } from 'vitest';
import { startCommittedApp } from '../../testing/test-app.ts';
import * as q from './milestone-list.queries.ts';

it('perf', async () => {
  const app = await startCommittedApp('work_perf');
  const c = new pg.Client({ connectionString: app.ownerUrl });
  await c.connect();
  const run = (s: string) => c.query(s);
  await run(
    `set statement_timeout=0; alter table milestone disable trigger user; alter table job disable trigger user; alter table memo disable trigger user`,
  );
  await run(
    `insert into app_user (username,email,full_name,initials,password_hash,created_on,updated_on) select 'u'||n,'u'||n||'@x.ca','User '||n,'U','x',now(),now() from generate_series(1,60) n`,
  );
  await run(`insert into job (num,"desc",long_desc,client_name,state,project_manager,inbox_token,created_on,updated_on)
    select '20-'||n,'Survey of lot '||n, repeat('text ',40),'Client '||(n%3000), case when n%8=0 then 'IN PROGRESS' else 'CLOSED' end, 10+(n%20),'t'||n,now(),now() from generate_series(1,50000) n`);
  await run(`insert into task_group (job,name,"order",created_on,updated_on) select id,'Tasks','a01',now(),now() from job`);
  await run(
    `insert into task (task_group,job,name,"order",created_on,updated_on) select g.id,g.job,(array['Boundary','Topo','Layout'])[n],'a'||n||'01',now(),now() from task_group g, generate_series(1,3) n`,
  );
  await run(`insert into milestone (task,job,name,"order",state,is_blocked,due_date,assigned_user,created_on,updated_on)
    select t.id,t.job,(array['Research','Field work','Drafting','Review'])[n],'a'||n||'01', case when t.job%8=0 and n>=1+t.id%4 then 'open' when t.job%8=0 then 'done' else 'done' end,
     not (t.job%8=0 and n=1+t.id%4), case when t.id%5=0 then null else date '2026-01-01'+(t.id%200) end, case when t.id%3=0 then null else 5+(t.id%50) end, now(),now() from task t, generate_series(1,4) n`);
  await run(
    `insert into memo (job,title,text,is_issue,is_resolved,created_on,updated_on) select id,'Memo '||id,'{}',id%20=0,false,now(),now() from job, generate_series(1,4)`,
  );
  await run('vacuum analyze');
  const mona = await app.as('mona');
  const monaId = (await c.query(`select id from app_user where username='mona'`)).rows[0].id;
  await run(`update milestone set assigned_user=${monaId} where job%400=0`);
  await run(`update job set project_manager=${monaId} where id%160=0`);
  await run('vacuum analyze milestone');
  await run('vacuum analyze job');
  console.log((await c.query(`select count(*) n, count(*) filter (where not is_blocked) ready from milestone`)).rows);
  const cases: Record<string, object> = {
    ready: { is_blocked: false },
    page40: { is_blocked: false, page: 40 },
    mine: { is_blocked: false, my_assignments: true },
    manager: { is_blocked: false, project_manager: monaId },
    bigManager: { is_blocked: false, project_manager: 14 },
    name: { is_blocked: false, name: ['Research'] },
    names: { is_blocked: false, name: ['Field work', 'Review'] },
    state: { state: ['open'] },
    due: { is_blocked: false, due_before: '2026-02-01' },
    orderTask: { is_blocked: false, ordering: 'task_name' },
    orderJob: { is_blocked: false, ordering: '-job' },
    orderUser: { is_blocked: false, ordering: 'assigned_user' },
    words: { is_blocked: false, query: 'topo 20-80' },
    all: {},
    job: { job: 800 },
  };
  const ex = async (label: string, text: string) => {
    await c.query(text);
    console.log(label, '\n', (await c.query('explain (analyze, buffers) ' + text)).rows.map((r) => r['QUERY PLAN']).join('\n'));
  };
  await ex('count ready', `select count(*) from milestone where milestone.job is not null and not milestone.is_blocked`);
  await ex(
    'page ready',
    `select milestone.id from milestone where milestone.job is not null and not milestone.is_blocked order by milestone.due_date asc nulls last, milestone.id asc limit 25`,
  );
  await ex(
    'mgr count',
    `select count(*) from milestone where milestone.job is not null and not milestone.is_blocked and milestone.job in (select job.id from job where job.project_manager = 14 and job.state = 'IN PROGRESS')`,
  );
  await ex(
    'mgr page',
    `select milestone.id from milestone where milestone.job is not null and not milestone.is_blocked and milestone.job in (select job.id from job where job.project_manager = 14 and job.state = 'IN PROGRESS') order by milestone.due_date asc nulls last, milestone.id asc limit 25`,
  );
  await ex(
    'mine page',
    `select milestone.id from milestone where milestone.job is not null and not milestone.is_blocked and milestone.assigned_user = ${monaId} order by milestone.due_date asc nulls last, milestone.id asc limit 25`,
  );
  for (const [name, input] of Object.entries(cases).filter(([n]) => ['words', 'ready', 'bigManager'].includes(n))) {
    const http: number[] = [];
    const sqlT: number[] = [];
    let count = 0;
    for (let i = 0; i < 15; i++) {
      let t = performance.now();
      count = (await mona.call(milestone.listMilestones, input as never)).count;
      http.push(performance.now() - t);
      const { my_assignments, ...f } = input as { my_assignments?: boolean };
      t = performance.now();
      await app.db.peek((tx) => q.list(tx, { ...f, assigned_users: my_assignments ? [monaId] : [] }));
      sqlT.push(performance.now() - t);
    }
    const p50 = (l: number[]) => l.sort((a, b) => a - b)[7]!.toFixed(1);
    console.log(name, count, 'http', p50(http), 'queries', p50(sqlT));
  }
  await run('alter table milestone enable trigger user');
  // a job with 400 milestones
  const {
    rows: [j],
  } = await c.query(`insert into job (num,"desc",inbox_token,created_on,updated_on) values ('26-1','Big','big',now(),now()) returning id`);
  for (let i = 0; i < 20; i++)
    await mona.call(
      task.createTask,
      {},
      { job: j.id, name: `T${i}`, milestones: Array.from({ length: 20 }, (_, n) => ({ name: `M${n}` })) },
    );
  const roles = (await c.query('select id from job_role order by id limit 4')).rows.map((r) => r.id);
  const all = (await mona.call(task.listTasks, { job: j.id, page_size: 200 })).results;
  await mona.call(
    budget.setBudgetCells,
    {},
    {
      job: j.id,
      cells: all.flatMap((t) => t.milestones.flatMap((m) => roles.map((job_role) => ({ milestone: m.id, job_role, minutes: 60 })))),
    },
  );
  const time = async (label: string, f: () => Promise<unknown>) => {
    const l: number[] = [];
    for (let i = 0; i < 15; i++) {
      const t = performance.now();
      await f();
      l.push(performance.now() - t);
    }
    console.log(label, l.sort((a, b) => a - b)[7]!.toFixed(1));
  };
  await time('listTasks 400', () => mona.call(task.listTasks, { job: j.id, page_size: 200 }));
  await time('listTasks 400 raw', () => mona.send(task.listTasks, { job: j.id, page_size: 200 }));
  await time('listBudget 200', () => mona.send(budget.listBudget, { job: j.id, page_size: 200 }));
  let flip = false;
  await time('milestone done', () => {
    flip = !flip;
    return mona.send(milestone.updateMilestone, { id: all[0]!.milestones[0]!.id }, { state: flip ? 'done' : 'open' });
  });
  await time('one cell', () =>
    mona.send(
      budget.setBudgetCells,
      {},
      { job: j.id, cells: [{ milestone: all[0]!.milestones[0]!.id, job_role: roles[0], minutes: Math.floor(Math.random() * 1000) }] },
    ),
  );
  await time('scale preview', () => mona.send(budget.previewScale, {}, { job: j.id, total: 5000000 }));
  await time('move', () => mona.send(task.updateTask, { id: all[5]!.id }, { order: 'Zz1' }));
  await c.end();
  await app.close();
}, 550_000);
