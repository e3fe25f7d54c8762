import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFoundWord, pageWords } from './page-words.ts';
import { propose } from './propose.ts';

const NOTHING = { file_number: null, plan_number: null, pid: null, surveyed_on: null };

describe('what a scan suggests', () => {
  it.each([
    ['M-1042.tif', '', { file_number: 'M-1042' }],
    ['1987-06-12 M-1042 Plan 77.pdf', '', { file_number: 'M-1042', plan_number: '77', surveyed_on: '1987-06-12' }],
    ['19-345_P-77_PID 00123456.tif', '', { file_number: '19-345', pid: '00123456' }],
    [
      'IMG_0012.jpg',
      'File No. 82-117\nPlan No.: 20456A\nJune 3, 1982',
      { file_number: '82-117', plan_number: '20456A', surveyed_on: '1982-06-03' },
    ],
    [
      'scan.pdf',
      'DOSSIER 4711 PLAN NUMÉRO 9 NID 01234567 le 12 août 1999',
      { file_number: '4711', plan_number: '9', pid: '01234567', surveyed_on: '1999-08-12' },
    ],
    ['scan.tif', 'Revisions 1982-11-30 Preliminary. Date of survey: 1982-07-02', { surveyed_on: '1982-07-02' }],
    ['scan.tif', '3 mai 1990 enregistré; date du levé : 12 avril 1990', { surveyed_on: '1990-04-12' }],
    ['PID 123456.tif', '', { pid: '123456' }],
    ['scan.tif', 'PID 7501234 PID 750123?4 PID 750123O4 PID 750123 45', {}],
    ['scan.tif', 'PID 7501234\nPID: 75012345, owner', { pid: '75012345' }],
    ['scan.tif', 'Plan No. 1998-\n204 Plan No. 204? Plan 20 456', {}],
    ['scan.tif', 'File No. 82-\n117. Our file 82-117.', { file_number: '82-117' }],
    ['scan.tif', 'Plan No. 20456. 1982-07-02', { plan_number: '20456', surveyed_on: '1982-07-02' }],
    ['scan3.pdf', 'Plan of survey, 31 February 1990', {}],
  ])('%s, "%s"', (name, text, proposal) => {
    expect(propose(name, text)).toEqual({ ...NOTHING, ...proposal });
  });

  it('is a day of the calendar and a short number, whatever stands there', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (name, text) => {
        const { surveyed_on, plan_number } = propose(name, text);
        if (surveyed_on) expect(new Date(surveyed_on).toISOString().slice(0, 10)).toBe(surveyed_on);
        expect(plan_number?.length ?? 0).toBeLessThanOrEqual(40);
      }),
    );
  });
});

it('words on a page are found by how they begin, with hyphens and accents or without', () => {
  expect(pageWords('Léger 12-345')).toEqual(['leger', '12', '345']);
  expect(isFoundWord('(12-3456)', ['345'])).toBe(true);
  expect(isFoundWord('Village', ['age'])).toBe(false);
});
