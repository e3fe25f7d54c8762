import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as job from '@dmse/contract/jobs/job';
import * as quote from '@dmse/contract/jobs/quote';
import { getJobSettings } from '@dmse/contract/jobs/settings';
import { updateSettingHost, updateSettingSection } from '@dmse/contract/settings/core';
import { describe, expect, it } from 'vitest';
import { clientWithContact } from '../../../testing/fixtures/job-fixture.ts';
import { useTestApp } from '../../../testing/test-app.ts';

const app = useTestApp();

describe('folders on the drive', () => {
  it("are made by the firm's template, stay the same folder when the title changes, and go with the quote into its job", async () => {
    const [mona, alice] = [await app.as('mona'), await app.as('alice')];
    const { client } = await clientWithContact(mona);
    const { id } = await mona.call(quote.createQuote, {}, { desc: 'Lot 7: north/south', client });
    expect((await mona.refused(quote.populateQuoteDrive, { id })).body.detail).toContain('No drive is set up');
    await alice.call(updateSettingHost, { section: 'folder_template' }, { drive: app.dataDir });
    await alice.call(updateSettingSection, { section: 'folder_template' }, { folders: ['01 Quote', '02 Plans/Drafts'] });
    expect((await mona.call(getJobSettings, {})).has_drive).toBe(true);
    const { folder_url, created } = await mona.call(quote.populateQuoteDrive, { id });
    const home = fileURLToPath(folder_url);
    expect([created, basename(home)]).toEqual([4, 'Q26-0001 Lot 7 north south']);
    expect((await readdir(home)).sort()).toEqual(['01 Quote', '02 Plans']);
    await mona.call(quote.updateQuote, { id }, { desc: 'Another title' });
    expect(await mona.call(quote.populateQuoteDrive, { id })).toEqual({ folder_url, created: 0 });
    const made = await mona.call(quote.promoteQuote, { id }, { accept: true });
    expect(made.folder_url).toBe(folder_url);
    expect(await mona.call(job.populateJobDrive, { id: made.id })).toEqual({ folder_url, created: 0 });
    const [, placed] = (await mona.call(quote.listQuoteHistory, { id })).results.toReversed();
    expect(placed!.changes).toMatchObject([{ field: 'folder_url', label: 'Folder' }]);
  });

  it('a drive that is gone is told in a sentence; a template that would lead upwards is not taken', async () => {
    const [mona, alice] = [await app.as('mona'), await app.as('alice')];
    const { id } = await mona.call(job.createJob, {}, { desc: 'x' });
    await alice.call(updateSettingHost, { section: 'folder_template' }, { drive: `${app.dataDir}/gone` });
    const refused = await mona.refused(job.populateJobDrive, { id });
    expect([refused.status, refused.body.detail]).toEqual([409, 'The drive is not there. Is the share connected?']);
    expect((await mona.call(job.getJob, { id })).folder_url).toBe('');
    for (const folder of ['../up', '..', 'a\\b']) {
      const answer = await alice.refused(updateSettingSection, { section: 'folder_template' }, { folders: [folder] });
      expect(answer.status, folder).toBe(400);
    }
  });
});
