import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findSiteDefects, SITE_DEFECTS, type SiteDefectKind, type SiteFacts, type SitePipe, type SiteShot } from './leave-site.ts';
import { ALL_LOADED } from './not-loaded.ts';

const MANHOLE: SiteShot = {
  id: 'a',
  name: '5001',
  code: 'SAMH',
  sub_category: 'Sanitary Structure',
  system: 'sanitary',
  has_position: true,
  accuracy: 3,
  position_age: 1,
  access: 'lifted',
  connections: [{ measure_down: 1.85 }, { measure_down: 0 }],
  photos: 1,
};
const OTHER: SiteShot = { ...MANHOLE, id: 'b', name: '5002' };
const PIPE: SitePipe = { id: 'p', name: '5001-5002', start_structure: 'a', end_structure: 'b', open_end: null, system: null };
const WHOLE: SiteFacts = {
  shots: [MANHOLE, OTHER],
  pipes: [PIPE],
  has_risk_assessment: true,
  unsynced: 0,
  not_loaded: ALL_LOADED,
  gate: 10,
};

/** One site for each defect, whole but for that. */
const SITES: Record<SiteDefectKind, { facts: SiteFacts; id: string | null; says: string }> = {
  not_loaded: {
    facts: { ...WHOLE, not_loaded: { ...ALL_LOADED, points: 14, layers: 2, is_whole: false } },
    id: null,
    says: '14 points not loaded yet.',
  },
  no_position: {
    facts: { ...WHOLE, shots: [MANHOLE, { ...OTHER, has_position: false, accuracy: null, position_age: null }] },
    id: 'b',
    says: 'Point 5002 has no position.',
  },
  coarse_position: {
    facts: { ...WHOLE, shots: [MANHOLE, { ...OTHER, accuracy: 23 }] },
    id: 'b',
    says: 'Point 5002 has a coarse position (±23 m).',
  },
  old_position: {
    facts: { ...WHOLE, shots: [MANHOLE, { ...OTHER, position_age: 26 }] },
    id: 'b',
    says: 'Point 5002 has a position that was 26 s old.',
  },
  cross_connected: {
    facts: { ...WHOLE, shots: [MANHOLE, { ...OTHER, system: 'storm', sub_category: 'Storm Structure' }] },
    id: 'p',
    says: 'Pipe 5001-5002 joins a sanitary and a storm structure.',
  },
  no_code: { facts: { ...WHOLE, shots: [MANHOLE, { ...OTHER, code: ' ' }] }, id: 'b', says: 'Point 5002 has no code.' },
  no_measure_down: {
    facts: { ...WHOLE, shots: [MANHOLE, { ...OTHER, connections: [{ measure_down: null }, { measure_down: 1 }] }] },
    id: 'b',
    says: 'Structure 5002 lacks the measure-down of 1 of 2 connections.',
  },
  no_photo: { facts: { ...WHOLE, shots: [{ ...MANHOLE, photos: 0 }, OTHER] }, id: 'a', says: 'Structure 5001 has no photo.' },
  open_end: { facts: { ...WHOLE, pipes: [{ ...PIPE, end_structure: null }] }, id: 'p', says: 'Pipe 5001-5002 has an open end.' },
  no_risk_assessment: { facts: { ...WHOLE, has_risk_assessment: false }, id: null, says: 'There is no risk assessment.' },
  unsynced: { facts: { ...WHOLE, unsynced: 3 }, id: null, says: '3 items are on this device only.' },
};

describe('before the crew leaves the site', () => {
  it('finds nothing missing on a whole site, nor on one without anything to survey', () => {
    expect(findSiteDefects(WHOLE)).toEqual([]);
    expect(findSiteDefects({ ...WHOLE, shots: [], pipes: [] })).toEqual([]);
  });

  it.each(SITE_DEFECTS)('lists exactly the one defect: %s', (kind) => {
    const { facts, id, says } = SITES[kind];
    expect(findSiteDefects(facts)).toEqual([{ kind, id, says }]);
  });

  it('lists a structure nobody has measured or photographed once for each', () => {
    const bare = { ...MANHOLE, connections: [], photos: 0 };
    expect(findSiteDefects({ ...WHOLE, shots: [bare, OTHER] }).map(({ says }) => says)).toEqual([
      'Structure 5001 has no measure-down.',
      'Structure 5001 has no photo.',
    ]);
  });

  it('asks no measure-down of a lid that would not come off, but a photo of it', () => {
    const stuck = { ...MANHOLE, access: 'stuck', connections: [], photos: 0 };
    expect(findSiteDefects({ ...WHOLE, shots: [stuck, OTHER] }).map(({ kind }) => kind)).toEqual(['no_photo']);
  });

  it('asks neither of a tree', () => {
    const tree = { ...MANHOLE, code: 'TREE', sub_category: 'Site', connections: [], photos: 0 };
    expect(findSiteDefects({ ...WHOLE, shots: [tree, MANHOLE, OTHER] })).toEqual([]);
  });

  it.each(['outfall', 'plug'])('takes an end at an %s as explained', (open_end) => {
    expect(findSiteDefects({ ...WHOLE, pipes: [{ ...PIPE, start_structure: null, open_end }] })).toEqual([]);
  });

  it.each([null, 'unknown'])('does not take %s for an explanation, nor one explanation for two open ends', (open_end) => {
    expect(findSiteDefects({ ...WHOLE, pipes: [{ ...PIPE, end_structure: null, open_end }] })).toHaveLength(1);
    const loose = { ...PIPE, start_structure: null, end_structure: null, open_end: 'plug' };
    expect(findSiteDefects({ ...WHOLE, pipes: [loose] })).toHaveLength(1);
  });

  it('sees that a pipe leads to a structure that is no longer there', () => {
    expect(findSiteDefects({ ...WHOLE, shots: [MANHOLE] }).map(({ kind, id }) => [kind, id])).toEqual([['open_end', 'p']]);
  });

  it('leaves out an old position that was held on purpose, and one at the gate', () => {
    expect(findSiteDefects({ ...WHOLE, shots: [{ ...MANHOLE, position_age: null, accuracy: 10 }, OTHER] })).toEqual([]);
  });

  it('says that a pipe is of another system than its structure', () => {
    expect(findSiteDefects({ ...WHOLE, pipes: [{ ...PIPE, system: 'storm' }] }).map(({ says }) => says)).toEqual([
      'Pipe 5001-5002 is storm, but structure 5001 is sanitary.',
    ]);
  });

  it('never finds nothing on a run that is not loaded whole, whatever stands on the device', () => {
    const shot = fc.record({
      has_position: fc.boolean(),
      accuracy: fc.option(fc.float({ min: 0, max: 50, noNaN: true }), { nil: null }),
      position_age: fc.option(fc.nat(100), { nil: null }),
    });
    fc.assert(
      fc.property(fc.array(shot, { maxLength: 5 }), fc.boolean(), (shots, is_whole) => {
        const facts = { ...WHOLE, pipes: [], shots: shots.map((one, at) => ({ ...MANHOLE, ...one, id: String(at) })) };
        const defects = findSiteDefects({ ...facts, not_loaded: { ...ALL_LOADED, is_whole } });
        expect(defects.some(({ kind }) => kind === 'not_loaded')).toBe(!is_whole);
        const bad = shots.filter(
          ({ has_position, accuracy, position_age }) => !has_position || (accuracy ?? 0) > 10 || (position_age ?? 0) > 10,
        );
        expect(defects.filter(({ kind }) => kind.endsWith('_position'))).toHaveLength(bad.length);
      }),
      { seed: 20261118 },
    );
  });

  it('says so of what has no name', () => {
    expect(findSiteDefects({ ...WHOLE, shots: [{ ...MANHOLE, name: null, code: null }, OTHER] })[0]?.says).toBe(
      'Point without a name has no code.',
    );
  });
});
