import { describe, expect, it } from 'vitest';
import { findSiteDefects, SITE_DEFECTS, type SiteDefectKind, type SiteFacts, type SitePipe, type SiteShot } from './leave-site.ts';

const MANHOLE: SiteShot = {
  id: 'a',
  name: '5001',
  code: 'SAMH',
  sub_category: 'Sanitary Structure',
  access: 'lifted',
  connections: [{ measure_down: 1.85 }, { measure_down: 0 }],
  photos: 1,
};
const OTHER: SiteShot = { ...MANHOLE, id: 'b', name: '5002' };
const PIPE: SitePipe = { id: 'p', name: '5001-5002', start_structure: 'a', end_structure: 'b', open_end: null };
const WHOLE: SiteFacts = { shots: [MANHOLE, OTHER], pipes: [PIPE], has_risk_assessment: true, unsynced: 0 };

/** One site for each defect, whole but for that. */
const SITES: Record<SiteDefectKind, { facts: SiteFacts; id: string | null; says: string }> = {
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
    expect(findSiteDefects({ shots: [], pipes: [], has_risk_assessment: true, unsynced: 0 })).toEqual([]);
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

  it('says so of what has no name', () => {
    expect(findSiteDefects({ ...WHOLE, shots: [{ ...MANHOLE, name: null, code: null }, OTHER] })[0]?.says).toBe(
      'Point without a name has no code.',
    );
  });
});
