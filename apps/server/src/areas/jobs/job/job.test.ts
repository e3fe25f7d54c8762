import { updateClient } from '@dmse/contract/clients/client';
import * as job from '@dmse/contract/jobs/job';
import { getJobSettings } from '@dmse/contract/jobs/settings';
import { updateSettingSection } from '@dmse/contract/settings/core';
import { searchHistory } from '@dmse/contract/staff/audit';
import { describe, expect, it } from 'vitest';
import { clientWithContact, userId } from '../../../testing/fixtures/job-fixture.ts';
import { useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();

describe('jobs', () => {
  it('Mona creates a job; it gets the next number of the year, an address of its own and is open', async () => {
    const mona = await app.as('mona');
    const { client, contact } = await clientWithContact(mona);
    const manager = await userId(app.tx(), 'mona');
    const made = await mona.call(
      job.createJob,
      {},
      {
        desc: ' Lot 7 boundary ',
        client,
        client_contact: contact,
        project_manager: manager,
        job_types: ['Legal survey'],
        discipline: ['SURVEYING'],
      },
    );
    expect(made).toMatchObject({
      num: '26-0001',
      desc: 'Lot 7 boundary',
      client: { id: client, name: 'Acme Ltd.' },
      client_name: 'Acme Ltd.',
      client_contact: { name: 'Rhéal Roy' },
      project_manager: { full_name: 'Mona Martin' },
      state: 'IN PROGRESS',
      is_editable: true,
      can_edit: true,
      wip_cost: 0,
      rates: [],
      inbox_address: '',
      version: 1,
    });
    const alice = await app.as('alice');
    await alice.call(updateSettingSection, { section: 'inbox' }, { domain: 'in.example.ca' });
    expect((await mona.call(job.getJob, { id: made.id })).inbox_address).toMatch(/^job-26-0001-[a-z0-9]{12}@in\.example\.ca$/);
    expect((await mona.call(job.createJob, {}, { desc: 'Next' })).num).toBe('26-0002');
  });

  it("numbers follow the firm's pattern and its time zone, and pass over a number that is taken", async () => {
    app.clock.now = '2027-01-01T02:00:00.000Z';
    const mona = await app.as('mona');
    expect((await mona.call(job.createJob, {}, { desc: 'Still the old year in Moncton' })).num).toBe('26-0001');
    const stamps = { created_on: app.clock.now, updated_on: app.clock.now };
    await app
      .tx()
      .insertInto('job')
      .values({ num: 'S-2027.003', desc: 'Brought along', inbox_token: 'old', ...stamps })
      .execute();
    await (await app.as('alice')).call(updateSettingSection, { section: 'numbering' }, { job: 'S-YYYY.NNN' });
    app.clock.now = '2027-01-01T05:00:00.000Z';
    const alike = await (await app.as('alice')).refused(updateSettingSection, { section: 'numbering' }, { quote: 'S-YYYY.NNN' });
    expect(alike.body.quote).toMatchObject([expect.stringContaining('the same numbers')]);
    const numbers = [];
    for (let i = 0; i < 3; i += 1) numbers.push((await mona.call(job.createJob, {}, { desc: 'x' })).num);
    expect(numbers).toEqual(['S-2027.001', 'S-2027.002', 'S-2027.004']);
  });

  it('everybody looks a job up, by what is shown; the rest is for Jobs Users, amounts for those who may see them', async () => {
    const mona = await app.as('mona');
    const { client } = await clientWithContact(mona);
    await mona.call(job.createJob, {}, { desc: 'Lot 7', long_desc: 'secret reason', client, fee_cap: 500_000 });
    const chelsea = await app.as('chelsea');
    const [row] = (await chelsea.call(job.listJobs, { query: 'acme lot' })).results;
    expect(Object.keys(row!).sort()).toEqual(['client_name', 'desc', 'id', 'num', 'state']);
    expect((await chelsea.call(job.listJobs, { query: 'secret' })).count).toBe(0);
    expect((await chelsea.refused(job.listJobs, { client })).status).toBe(403);
    expect((await chelsea.refused(job.getJob, { id: row!.id })).status).toBe(403);

    const joe = await app.as('joe');
    expect((await joe.call(job.listJobs, { query: 'SECRET' })).results).toMatchObject([{ long_desc: 'secret reason', can_edit: false }]);
    const seen = await joe.call(job.getJob, { id: row!.id });
    for (const field of ['fee_cap', 'rates', 'wip_cost', 'avg_wip_age']) expect(seen, field).not.toHaveProperty(field);
    expect((await joe.call(job.listJobs, {})).results[0]).not.toHaveProperty('wip_cost');
    expect((await mona.call(job.listJobs, {})).results[0]).toMatchObject({ wip_cost: 0, avg_wip_age: null });
    expect((await (await app.as('ivan')).call(job.listJobs, {})).results[0]).toHaveProperty('wip_cost');
  });

  it('finds by words in any order, puts the exact number first, filters and answers both ways to read the address', async () => {
    const mona = await app.as('mona');
    const manager = await userId(app.tx(), 'mona');
    await mona.call(job.createJob, {}, { desc: 'Rue Thériault', job_types: ['Subdivision'], project_manager: manager });
    await mona.call(job.createJob, {}, { desc: 'Like 26-0001 but newer', discipline: ['PLANNING'] });
    const nums = async (filter: object) => (await mona.call(job.listJobs, filter)).results.map((row) => row.num);
    expect(await nums({})).toEqual(['26-0002', '26-0001']);
    expect(await nums({ query: '26-0001' })).toEqual(['26-0001', '26-0002']);
    expect(await nums({ query: 'theriault RUE' })).toEqual(['26-0001']);
    expect(await nums({ job_types: ['Subdivision', 'Monitoring'] })).toEqual(['26-0001']);
    expect(await nums({ discipline: ['PLANNING'] })).toEqual(['26-0002']);
    expect(await nums({ project_manager: manager, state: ['IN PROGRESS', 'CLOSED'] })).toEqual(['26-0001']);
    expect(await nums({ state: ['CLOSED'] })).toEqual([]);
    expect(await nums({ ordering: 'project_manager,-num' })).toEqual(['26-0001', '26-0002']);
    const { cookie } = { cookie: `sessionid=${mona.credentials!.sessionid}` };
    const other = await app.fastify.inject({ url: '/api/jobs/jobs/?query=Rue', headers: { cookie } });
    expect(other.json()).toMatchObject({ count: 1 });
  });

  it('a number is found without its dash, by readers and by whoever only looks it up', async () => {
    const mona = await app.as('mona');
    for (const desc of ['First', 'Second']) await mona.call(job.createJob, {}, { desc });
    for (const who of ['mona', 'chelsea'])
      for (const query of ['260002', '26-0002', '26-0002 second'])
        expect(
          (await (await app.as(who)).call(job.listJobs, { query })).results.map(({ num }) => num),
          `${who} ${query}`,
        ).toEqual(['26-0002']);
  });

  it('jobs are ordered by what time has been spent; by amounts only for whoever may see them', async () => {
    const mona = await app.as('mona');
    for (const desc of ['First', 'Second']) await mona.call(job.createJob, {}, { desc });
    for (const ordering of ['wip_cost', '-avg_wip_age', 'last_time_entry_date'])
      expect((await mona.call(job.listJobs, { ordering })).count, ordering).toBe(2);
    const [joe, chelsea] = [await app.as('joe'), await app.as('chelsea')];
    expect((await joe.call(job.listJobs, { ordering: '-last_time_entry_date' })).count).toBe(2);
    for (const ordering of ['wip_cost', '-wip_cost', 'num,-avg_wip_age'])
      expect((await joe.refused(job.listJobs, { ordering })).status, ordering).toBe(403);
    expect((await chelsea.refused(job.listJobs, { ordering: '-last_time_entry_date' })).status).toBe(403);
  });

  it('references that lead nowhere are refused by field, in a sentence', async () => {
    const mona = await app.as('mona');
    const acme = await clientWithContact(mona);
    const other = await clientWithContact(mona, 'Bolt Inc.', 'Bea Bolt');
    const refused = async (body: object) => (await mona.refused(job.createJob, {}, { desc: 'x', ...body })).body;
    expect(await refused({ client: acme.client, client_contact: other.contact })).toMatchObject({
      client_contact: ['Bea Bolt is not a contact of Acme Ltd.'],
    });
    expect(await refused({ client: 999_999 })).toMatchObject({ client: ['There is no client with the number 999999.'] });
    expect(await refused({ billing_contact: acme.contact })).toHaveProperty('billing_contact');
    expect(await refused({ project_manager: 999_999 })).toHaveProperty('project_manager');
    expect(await refused({ project_leads: [999_999] })).toHaveProperty('project_leads');
    expect(await refused({ job_types: ['Astrology'] })).toMatchObject({ job_types: ["“Astrology” is not one of the firm's job types."] });
    expect(await refused({ rates: [{ job_role: 999_999, charge_rate: 1 }] })).toHaveProperty('rates');
    expect(await refused({ num: '26-9999' })).toHaveProperty('num');
    const made = await mona.call(job.createJob, {}, { desc: 'x', client: acme.client, client_contact: acme.contact });
    const moved = await mona.refused(job.updateJob, { id: made.id }, { client: other.client });
    expect(moved.body).toMatchObject({ client_contact: ['Rhéal Roy is not a contact of Bolt Inc.'] });
    await mona.call(job.updateJob, { id: made.id }, { client: other.client, client_contact: null });
  });

  it('who may edit: its manager, its leads, admins; everybody else who reads it is told so', async () => {
    const [mona, joe, alice] = [await app.as('mona'), await app.as('joe'), await app.as('alice')];
    const aliceId = await userId(app.tx(), 'alice');
    const hers = await alice.call(job.createJob, {}, { desc: "Alice's", project_manager: aliceId });
    expect((await mona.call(job.getJob, { id: hers.id })).can_edit).toBe(false);
    const refused = await mona.refused(job.updateJob, { id: hers.id }, { desc: 'Mine' });
    expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('project manager')]);
    expect((await joe.refused(job.updateJob, { id: hers.id }, { desc: 'Mine' })).status).toBe(403);
    await alice.call(job.updateJob, { id: hers.id }, { project_leads: [await userId(app.tx(), 'mona')] });
    expect((await mona.call(job.updateJob, { id: hers.id }, { po_number: 'PO 7' })).po_number).toBe('PO 7');
    expect((await mona.refused(job.updateJob, { id: 999_999 }, { desc: 'x' })).status).toBe(404);
  });

  it('a stale save is refused with what others changed, and the history tells it with names; amounts only to whom may see them', async () => {
    const [mona, alice, joe] = [await app.as('mona'), await app.as('alice'), await app.as('joe')];
    const made = await mona.call(job.createJob, {}, { desc: 'Lot 7' });
    const { client } = await clientWithContact(mona);
    const [role] = (await mona.call(getJobSettings, {})).job_roles;
    await mona.call(job.updateJob, { id: made.id }, { client, project_manager: await userId(app.tx(), 'mona') }, { ifMatch: 1 });
    const stale = await alice.refused(job.updateJob, { id: made.id }, { desc: 'Lot 8' }, { ifMatch: 1 });
    expect([stale.status, stale.body]).toMatchObject([
      409,
      { code: 'CONFLICT', changed: ['client', 'project_manager'], current: { version: 2 } },
    ]);
    await mona.call(job.updateJob, { id: made.id }, { rates: [{ job_role: role!.id, charge_rate: 19_500 }] });
    await mona.call(job.updateJob, { id: made.id }, { fee_cap: 1_000_000, desc: 'Lot 9' });
    const sentences = async (who: typeof mona) =>
      (await who.call(job.listJobHistory, { id: made.id })).results.map((entry) => entry.sentence);
    expect(await sentences(mona)).toEqual([
      'Mona Martin changed title from Lot 7 to Lot 9 and set fee cap to $10,000.00.',
      `Mona Martin set agreed rates to ${role!.name} $195.00/h.`,
      'Mona Martin set client to Acme Ltd. and project manager to Mona Martin.',
      'Mona Martin created job 26-0001.',
    ]);
    expect(await sentences(joe)).toEqual([
      'Mona Martin changed title from Lot 7 to Lot 9.',
      'Mona Martin set client to Acme Ltd. and project manager to Mona Martin.',
      'Mona Martin created job 26-0001.',
    ]);
    expect(JSON.stringify(await joe.call(job.listJobHistory, { id: made.id }))).not.toContain('000.00');
    expect((await joe.refused(job.listJobHistory, { id: 999_999 })).status).toBe(404);
    const onlyIt = await app.as('only-it');
    const audit = await onlyIt.call(searchHistory, { noun: 'job' });
    expect([audit.count, JSON.stringify(audit).includes('000.00')]).toEqual([3, false]);
    expect((await alice.call(searchHistory, { noun: 'job' })).count).toBe(4);
    const everything = await app
      .tx()
      .selectFrom('history')
      .select(({ fn }) => fn.countAll().as('n'))
      .executeTakeFirstOrThrow();
    expect((await alice.call(searchHistory, {})).count).toBe(everything.n);
  });

  it("follows its client's name", async () => {
    const mona = await app.as('mona');
    const { client } = await clientWithContact(mona);
    const made = await mona.call(job.createJob, {}, { desc: 'x', client });
    await mona.call(updateClient, { id: client }, { name: 'Acmé Global' });
    expect((await mona.call(job.getJob, { id: made.id })).client_name).toBe('Acmé Global');
    expect((await mona.call(job.listJobs, { query: 'global' })).count).toBe(1);
  });

  it('the settings give everybody what there is to choose from, and no rate', async () => {
    const answer = await (await app.as('chelsea')).call(getJobSettings, {});
    expect(answer.job_types).toContainEqual({ name: 'Legal survey' });
    expect(answer.disciplines).toEqual(['ENGINEERING', 'SURVEYING', 'PLANNING', 'ENVIRONMENTAL']);
    expect(answer.task_templates.find(({ name }) => name === 'As-built survey')?.milestones).toEqual([
      'Field work',
      'Processing',
      'Drafting',
      'Delivery',
    ]);
    expect(answer.has_drive).toBe(false);
    expect(JSON.stringify(answer)).not.toMatch(/"(charge_|cost_)?rates?"|unit_cost/);
  });
});
