import { createClient } from '@dmse/contract/clients/client';
import { getCoreSettings, getSettingSection, updateSettingHost, updateSettingSection } from '@dmse/contract/settings/core';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../../testing/test-app.ts';
import { TEST_SECRETS } from '../../../testing/test-secrets.ts';

const app = useTestApp();

const RUNS = 'javascript:alert(1)';

describe('a link that people type', () => {
  it("is a web address or it is refused: the firm's website", async () => {
    const alice = await app.as('alice');
    const refused = await alice.refused(updateSettingSection, { section: 'firm' }, { website: RUNS });
    expect([refused.status, refused.body.website]).toEqual([400, ['Use a web address that begins with https:// or http://.']]);
    await alice.call(updateSettingSection, { section: 'firm' }, { website: 'https://www.ternwick.example.ca' });
    expect((await alice.call(getCoreSettings, {})).website).toBe('https://www.ternwick.example.ca');
  });

  it.each(['address_url', 'parcel_url'])('so are the services of the map: %s', async (field) => {
    const alice = await app.as('alice');
    const refused = await alice.refused(updateSettingSection, { section: 'geocoding' }, { [field]: RUNS });
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, expect.arrayContaining([field])]);
  });

  it("and a client's website, which may be written as on their card", async () => {
    const mona = await app.as('mona');
    const refused = await mona.refused(createClient, {}, { name: 'Tidewater', website: RUNS });
    expect([refused.status, refused.body.website]).toEqual([400, ['Use a web address that begins with https:// or http://.']]);
    expect((await mona.call(createClient, {}, { name: 'Tidewater', website: 'www.tidewater.example' })).website).toBe(
      'www.tidewater.example',
    );
  });
});

describe('settings: a host that receives a password of the server', () => {
  const EVIL = 'mail.evil.example';
  const inbox = { section: 'inbox' } as const;
  const drive = { section: 'folder_template' } as const;

  /** Somebody with these roles and no others. */
  async function withRoles(...roles: string[]) {
    await app.tx().updateTable('app_user').set({ granted: roles }).where('username', '=', 'chelsea').execute();
    return app.as('chelsea');
  }

  it.each(['Jobs Admin', 'Staff Panel User'])('cannot be named by a %s, who reads it and is told whose it is', async (role) => {
    const admin = await withRoles(role);
    const words = 'Which mail server and drive are used is set by IT, on the page Mail server and drive.';
    for (const patch of [{ imap_host: EVIL }, { imap_port: 1143 }, { imap_user: 'evil' }]) {
      const refused = await admin.refused(updateSettingSection, inbox, patch);
      expect([refused.status, refused.body.detail]).toEqual([403, words]);
    }
    expect((await admin.refused(updateSettingSection, drive, { drive: 'https://evil.example/' })).status).toBe(403);
    expect((await admin.refused(updateSettingHost, inbox, { imap_host: EVIL, secret: TEST_SECRETS.IMAP_PASSWORD })).status).toBe(403);
    expect((await admin.call(getSettingSection, inbox)).value).toMatchObject({ imap_host: '' });
    await admin.call(updateSettingSection, inbox, { domain: 'in.example.ca', imap_host: '' });
  });

  it('is named by IT, who types the password again; another port is another receiver, another user is not', async () => {
    const it = await withRoles('IT');
    const secret = TEST_SECRETS.IMAP_PASSWORD;
    const unsaid = await it.refused(updateSettingHost, inbox, { imap_host: EVIL });
    expect([unsaid.status, unsaid.body.secret]).toEqual([400, ['Type IMAP_PASSWORD again: it will be sent to the new host.']]);
    const wrong = await it.refused(updateSettingHost, inbox, { imap_host: EVIL, secret: 'guess' });
    expect([wrong.status, wrong.body.secret]).toEqual([400, ['This is not IMAP_PASSWORD as the server knows it.']]);
    const { value } = await it.call(updateSettingHost, inbox, { imap_host: 'mail.example.ca', secret });
    expect(value).toMatchObject({ imap_host: 'mail.example.ca' });
    expect(value).not.toHaveProperty('secret');
    expect((await it.refused(updateSettingHost, inbox, { imap_port: 1143 })).status).toBe(400);
    await it.call(updateSettingHost, inbox, { imap_user: 'jobs' });
    await it.call(updateSettingHost, inbox, { imap_host: '' });
    expect((await it.refused(updateSettingHost, inbox, { imap_host: 'mail.example.ca' })).status).toBe(400);
  });

  it('is guessed at no more often than a password at the door', async () => {
    const it = await withRoles('IT');
    for (let i = 0; i < 10; i += 1) await it.refused(updateSettingHost, inbox, { imap_host: EVIL, secret: `guess ${i}` });
    const stopped = await it.refused(updateSettingHost, inbox, { imap_host: EVIL, secret: TEST_SECRETS.IMAP_PASSWORD });
    expect([stopped.status, stopped.body.code]).toEqual([429, 'THROTTLED']);
  });

  it('a WebDAV drive wants its password, a folder wants to be below the roots, and nothing of it stands in the history', async () => {
    const it = await withRoles('IT');
    expect((await it.refused(updateSettingHost, drive, { drive: 'https://evil.example/' })).body).toHaveProperty('secret');
    await it.call(updateSettingHost, drive, { drive: 'https://drive.example.ca/jobs/', secret: TEST_SECRETS.DRIVE_PASSWORD });
    await it.call(updateSettingHost, drive, { drive: 'https://drive.example.ca/projects/' });
    expect((await it.refused(updateSettingHost, drive, { drive: '/etc' })).body.drive).toEqual([
      expect.stringContaining('Use a folder in'),
    ]);
    await it.call(updateSettingHost, drive, { drive: `${app.dataDir}/projects` });
    const kept = await app.tx().selectFrom('history').selectAll().where('noun', '=', 'setting').execute();
    expect(JSON.stringify(kept)).not.toContain('canary');
  });

  it('without a password in the environment no host is taken that would be sent one later', async () => {
    const it = await withRoles('IT');
    const { secrets } = app.adapters;
    app.adapters.secrets = { ...secrets, isSet: () => false, isRight: () => false };
    const refused = await it.refused(updateSettingHost, inbox, { imap_host: EVIL, secret: '' });
    app.adapters.secrets = secrets;
    expect(refused.body.imap_host).toEqual(['Set IMAP_PASSWORD where the server is started, then name the host here.']);
  });
});

describe('settings: an address that would be refused later is refused when it is typed', () => {
  it.each([
    ['firm', { email: 'office' }, 'email'],
    ['mail', { from_address: 'Office <office@example.ca>' }, 'from_address'],
    ['inbox', { domain: 'in.example.ca/x' }, 'domain'],
    ['geocoding', { address_url: 'https://places.example.ca/' }, 'address_url'],
    ['geocoding', { parcel_url: 'https://{query}.example.ca/' }, 'parcel_url'],
  ] as const)('%s %o', async (section, patch, field) => {
    const alice = await app.as('alice');
    const refused = await alice.refused(updateSettingSection, { section }, patch);
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, expect.arrayContaining([field])]);
  });

  it.each(['mail.example.ca', '10.0.0.5', 'fd00::5', 'mailhost', ''])('the mail server %s is taken', async (imap_host) => {
    const alice = await app.as('alice');
    await alice.call(updateSettingHost, { section: 'inbox' }, { imap_host, secret: TEST_SECRETS.IMAP_PASSWORD });
  });

  it.each(['imaps://mail.example.ca', 'mail.example.ca:993', 'user@mail.example.ca', 'mail example', '-x'])(
    'the mail server %s is not',
    async (imap_host) => {
      const alice = await app.as('alice');
      const refused = await alice.refused(updateSettingHost, { section: 'inbox' }, { imap_host, secret: TEST_SECRETS.IMAP_PASSWORD });
      expect(refused.body.imap_host).toEqual(['Use the name of a machine, such as mail.example.ca.']);
    },
  );
});

describe('settings: timesheet rules', () => {
  const section = { section: 'timesheet' } as const;

  it('are kept by a Timesheet Admin, are not there for a Jobs Admin, and their history says what people read', async () => {
    const tess = await app.as('tess');
    const { version } = await tess.call(getSettingSection, section);
    const patch = { timer_rounding: 'up', payroll_columns: ['employee', 'overhead_code', 'hours'] };
    await tess.call(updateSettingSection, section, patch, { ifMatch: version });
    const { changes } = await app
      .tx()
      .selectFrom('history')
      .select('changes')
      .where('noun', '=', 'setting')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(changes).toEqual([
      expect.objectContaining({ from: 'to the nearest step', to: 'up to the next step' }),
      expect.objectContaining({ from: 'Employee, Date, Hours, Payroll code, Job, Note', to: 'Employee, Payroll code, Hours' }),
    ]);
    await app
      .tx()
      .updateTable('app_user')
      .set({ granted: ['Jobs Admin'] })
      .where('username', '=', 'chelsea')
      .execute();
    expect((await (await app.as('chelsea')).refused(getSettingSection, section)).status).toBe(404);
  });

  it('take no step that does not divide the hour, and no column twice', async () => {
    const tess = await app.as('tess');
    const refused = async (patch: object) => (await tess.refused(updateSettingSection, section, patch)).body;
    expect(await refused({ entry_step: 7 })).toHaveProperty('entry_step');
    expect(await refused({ payroll_columns: ['hours', 'hours'] })).toMatchObject({ payroll_columns: ['Each column may stand only once.'] });
  });
});
