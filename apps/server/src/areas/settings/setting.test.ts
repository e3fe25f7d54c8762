import { createClient } from '@dmse/contract/clients/client';
import { getCoreSettings, updateSettingSection } from '@dmse/contract/settings/core';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../testing/test-app.ts';

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

  it.each(['address_url', 'parcel_url', 'style_url'])('so are the services of the map: %s', async (field) => {
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
