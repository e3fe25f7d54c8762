import { describe, expect, test } from 'vitest';
import { shotOf } from '../assemble/shot-fixture.ts';
import { makeProjection } from '../geo/projection.ts';
import { surveyDefaults } from '../survey-settings.ts';
import type { AppShot } from './app-shot.ts';
import { findControls, matchAppShots } from './match-shots.ts';

const projection = makeProjection(surveyDefaults.office_crs);
const geographic = (east: number) => projection.toGeographic({ easting: 2_500_000 + east, northing: 7_500_000 });
const app = (id: string, name: string, fields: Partial<AppShot> = {}): AppShot => ({
  id,
  name,
  code: null,
  description: '',
  category: 'Topo',
  sub_category: null,
  position: null,
  is_deleted: false,
  is_structure: false,
  image_count: 0,
  ...fields,
});
const match = (shots: Parameters<typeof matchAppShots>[0], apps: readonly AppShot[]) =>
  matchAppShots(shots, apps, (shot) => shot, projection, surveyDefaults);

describe('processed shots find their field-app shots', () => {
  test('by name, trimmed and in any case', () => {
    const { shots, questions } = match([shotOf('CP1', { description: 'CP' }), shotOf('5002')], [app('a', ' cp1 '), app('b', '5003')]);
    expect(shots.map((shot) => shot.extended_data_shot)).toEqual(['a', null]);
    expect(questions).toEqual([]);
  });

  test('two of one name are a question, nearest first', () => {
    const { shots, questions } = match(
      [shotOf('5000')],
      [app('far', '5000', { position: geographic(8) }), app('near', '5000', { position: geographic(2) }), app('nowhere', '5000')],
    );
    expect(shots[0]?.extended_data_shot).toBeNull();
    expect(questions).toMatchObject([
      {
        why: 'SAME_NAME_TWICE',
        candidates: [{ id: 'near', distance: expect.closeTo(2, 3) }, { id: 'far' }, { id: 'nowhere', distance: null }],
      },
    ]);
  });

  test('control without its name is offered what lies within ten metres, others are not asked', () => {
    const apps = [
      app('a', '1234HPN', { position: geographic(9.9) }),
      app('b', '9999HPN', { position: geographic(10.1) }),
      app('c', 'gone', { position: geographic(1), is_deleted: true }),
    ];
    const { questions } = match([shotOf('5000', { description: 'MON' }), shotOf('5001', { description: 'AE' })], apps);
    expect(questions).toEqual([
      {
        shot: 'id-5000',
        shot_name: '5000',
        why: 'CONTROL_NEARBY',
        candidates: [{ id: 'a', name: '1234HPN', distance: expect.closeTo(9.9, 3) }],
      },
    ]);
  });

  test('a choice once made is kept and not given to another', () => {
    const chosen = shotOf('5000', { extended_data_shot: 'a' });
    const { shots } = match([chosen, shotOf('5001')], [app('a', '5001')]);
    expect(shots.map((shot) => shot.extended_data_shot)).toEqual(['a', null]);
  });

  test('matching twice is matching once', () => {
    const once = match([shotOf('5000'), shotOf('5001')], [app('a', '5000'), app('b', '5001')]);
    expect(match(once.shots, [app('a', '5000'), app('b', '5001')])).toEqual(once);
  });
});

test('published controls around a control shot, nearest first, the destroyed ones too', () => {
  const control = (name: string, east: number) => ({
    id: name,
    name,
    easting: 2_500_000 + east,
    northing: 7_500_000,
    elevation: null,
    control_destroyed: east === 3,
  });
  const found = findControls(
    [shotOf('5000', { description: 'CP1', code: 'CP1' }), shotOf('5001')],
    [control('far', 11), control('b', 5), control('a', 3)],
    (shot) => shot,
    surveyDefaults,
  );
  expect([...found.keys()]).toEqual(['id-5000']);
  expect(found.get('id-5000')?.map(({ name }) => name)).toEqual(['a', 'b']);
});
