import * as core from '@dmse/contract/settings/core';
import { FIELD_SECTIONS } from '@dmse/contract/settings/field';
import * as settings from '@dmse/contract/sites/settings';
import { writeTestGrid } from '@dmse/survey/geo/geoid-fixture';
import { surveyDefaults } from '@dmse/survey/survey-settings';
import { describe, expect, it } from 'vitest';
import { uploadBytes } from '../../../testing/fixtures/upload-fixture.ts';
import { useTestApp } from '../../../testing/test-app.ts';
import { getSurveySettings } from '../../settings/setting/setting.service.ts';

const app = useTestApp();

const GRID = writeTestGrid({ longitude: -67, latitude: 46, step: 0.1, width: 20, height: 18, value: () => -21, is_tiled: true });

describe('settings of field work', () => {
  it('a new firm has the defaults of the survey engine, and each section holds its own schema', async () => {
    expect(await getSurveySettings(app.tx())).toEqual(surveyDefaults);
    for (const [section, schema] of Object.entries(FIELD_SECTIONS)) {
      const row = await app.tx().selectFrom('setting').select('value').where('section', '=', section).executeTakeFirstOrThrow();
      expect(schema.safeParse(row.value).error, section).toBeUndefined();
    }
  });

  it('everybody reads them in one answer, with the limits in it', async () => {
    const chelsea = await app.as('chelsea');
    const answer = await chelsea.call(settings.getSitesSettings, {});
    expect(answer).toMatchObject({
      accuracy_gate: 10,
      photo_max_px: 2560,
      photo_quality: 0.82,
      first_point_number: 5000,
      control_codes: ['MON', 'CP'],
      geoid_grids: [],
      time_zone: 'America/Moncton',
    });
    expect(answer.tolerances.same_point).toBe(0.075);
    expect(answer.risk_lists.hazards).toContain('Live traffic');
    expect(answer.categories.find(({ name }) => name === 'Infrastructure')?.is_structure).toEqual([
      'Sanitary Structure',
      'Storm Structure',
    ]);
    expect((await chelsea.send(settings.getSitesSettings, {})).headers['x-max-upload-bytes']).toBe(String(40 * 1024 * 1024));
  });

  it('a Field Admin changes those of the field and none else; history tells it code by code', async () => {
    const tx = app.tx();
    await tx
      .updateTable('app_user')
      .set({ granted: ['Field Admin'] })
      .where('username', '=', 'fern')
      .execute();
    const fern = await app.as('fern');
    const { value, version } = await fern.call(core.getSettingSection, { section: 'field_codes' });
    const { codes, control_codes } = value as { codes: { code: string }[]; control_codes: string[] };
    const changed = [
      ...codes.filter(({ code }) => code !== 'TREE'),
      { code: 'ROCK', meaning: 'boulder', kind: 'feature', structure: null },
    ];
    await fern.call(core.updateSettingSection, { section: 'field_codes' }, { codes: changed, control_codes }, { ifMatch: version });
    const [entry] = await tx.selectFrom('history').select('changes').where('noun', '=', 'setting').orderBy('id', 'desc').execute();
    expect(entry?.changes).toMatchObject([
      { label: 'Code TREE', to: null },
      { label: 'Code ROCK', from: null, to: expect.stringContaining('boulder') },
    ]);
    expect((await fern.call(settings.getSitesSettings, {})).codes.some(({ code }) => code === 'ROCK')).toBe(true);
    expect((await fern.refused(core.getSettingSection, { section: 'firm' })).status).toBe(404);
    expect((await fern.refused(core.updateSettingSection, { section: 'mail' }, { footer: 'x' })).status).toBe(404);
    expect((await (await app.as('pia')).refused(core.getSettingSection, { section: 'field_codes' })).status).toBe(403);
  });

  it('a stale save, a double code, an unknown tolerance and a system that leads nowhere are refused', async () => {
    const alice = await app.as('alice');
    const change = (section: core.SettingSection, body: object, ifMatch?: number) =>
      alice.refused(core.updateSettingSection, { section }, body, ifMatch === undefined ? {} : { ifMatch });
    const code = { code: 'A1', meaning: 'x', kind: 'feature', structure: null };
    expect((await change('field_codes', { codes: [code, { ...code, code: 'a1' }] })).body).toMatchObject({
      codes: ['Each code may stand only once.'],
    });
    expect((await change('field_tolerances', { luck: 1 })).body).toHaveProperty('luck');
    expect((await change('field_tolerances', { hrms: -1 })).body).toHaveProperty('hrms');
    await alice.call(core.updateSettingSection, { section: 'field_tolerances' }, { hrms: 0.03 });
    expect((await change('field_tolerances', { hrms: 0.04 }, 1)).body).toMatchObject({ code: 'CONFLICT', changed: ['hrms'] });
    const crs = { name: 'Nowhere', epsg: null };
    for (const proj of ['+proj=nonsense', '+proj=longlat +ellps=GRS80'])
      expect((await change('coordinates', { office_crs: { ...crs, proj } })).body, proj).toHaveProperty('office_crs.proj');
    expect((await alice.call(settings.getSitesSettings, {})).office_crs.epsg).toBe(2953);
    await alice.call(
      core.updateSettingSection,
      { section: 'coordinates' },
      { office_crs: { name: 'UTM 20', epsg: 2961, proj: '+proj=utm +zone=20 +ellps=GRS80 +units=m +no_defs' } },
    );
    expect((await alice.call(settings.getSitesSettings, {})).office_crs.name).toBe('UTM 20');
  });
});

describe('geoid grids', () => {
  it('Alice uploads one that can be read, takes it into force, and cannot remove it then', async () => {
    const alice = await app.as('alice');
    const file = await uploadBytes(alice, 'my_HT2_grid.tif', Buffer.from(GRID));
    const grid = await alice.call(settings.createGeoidGrid, {}, { file });
    expect(grid).toMatchObject({ name: 'my_HT2_grid', kind: 'undulation', vertical_system: 'CGVD28', is_in_force: false });
    const [west, south, east, north] = grid.extent;
    expect([west < east, south < north]).toEqual([true, true]);
    await alice.call(core.updateSettingSection, { section: 'coordinates' }, { undulation_grid: grid.id });
    expect((await alice.call(settings.listGeoidGrids, {})).results).toMatchObject([{ id: grid.id, is_in_force: true }]);
    expect((await alice.refused(settings.removeGeoidGrid, { id: grid.id })).body).toMatchObject({ code: 'IN_USE' });
    await alice.call(core.updateSettingSection, { section: 'coordinates' }, { undulation_grid: null });
    await alice.call(settings.removeGeoidGrid, { id: grid.id });
    expect((await alice.call(settings.listGeoidGrids, {})).count).toBe(0);
  });

  it('what cannot be read, says nothing of its system, or is of the other kind is refused', async () => {
    const alice = await app.as('alice');
    const words = await uploadBytes(alice, 'grid.tif', 'not a grid at all');
    expect((await alice.refused(settings.createGeoidGrid, {}, { file: words })).body.file).toMatchObject([
      expect.stringContaining('not a GeoTIFF'),
    ]);
    const nameless = await uploadBytes(alice, 'grid.tif', Buffer.from(GRID));
    expect((await alice.refused(settings.createGeoidGrid, {}, { file: nameless })).body).toHaveProperty('vertical_system');
    const grid = await alice.call(settings.createGeoidGrid, {}, { file: nameless, vertical_system: 'CGVD2013' });
    const other = await alice.refused(core.updateSettingSection, { section: 'coordinates' }, { offset_grid: grid.id });
    expect(other.body.offset_grid).toMatchObject([expect.stringContaining('undulations')]);
    expect((await alice.refused(core.updateSettingSection, { section: 'coordinates' }, { undulation_grid: 999_999 })).body).toHaveProperty(
      'undulation_grid',
    );
    expect((await (await app.as('pia')).refused(settings.createGeoidGrid, {}, { file: words })).status).toBe(403);
  });
});
