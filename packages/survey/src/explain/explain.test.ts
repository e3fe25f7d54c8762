import { describe, expect, test } from 'vitest';
import { importDeleted } from '../assemble/assemble.ts';
import { shotOf } from '../assemble/shot-fixture.ts';
import { hpnOf, readSyntheticRun } from '../assemble/synthetic-fixture.ts';
import { correctDescription } from '../assemble/validate.ts';
import { finalCoordinates } from '../group/final-coordinates.ts';
import { createSamePointShots } from '../group/resolve.ts';
import { applyShifts } from '../shift/apply-shifts.ts';
import { surveyDefaults } from '../survey-settings.ts';
import { explainShot, makeExplainFacts } from './explain.ts';
import { sayExplanation } from './say.ts';

const run = readSyntheticRun();
const who = { by: 'Pia', at: '2025-10-20T12:00:00Z', why: 'shot twice' };
const plan = { type: 'HPN', shifts: [hpnOf(run)], geoid: null, other_side: 'reshift', decided_by: 'Pia' } as const;
const corrected = correctDescription(importDeleted(run.assembly, ['5003']).shots, 'XYZ', 'TREE', surveyDefaults, { ...who, why: null });
const shots = createSamePointShots(applyShifts(corrected, plan, surveyDefaults).shots, surveyDefaults, (name) => `id-${name}`, who);
const facts = makeExplainFacts(shots, finalCoordinates(shots));
const say = (name: string) => sayExplanation(explainShot(`id-${name}`, facts)!);

describe('every final coordinate opens', () => {
  test('of every shot: what the steps say adds up to what is exported', () => {
    for (const shot of shots) {
      const explanation = explainShot(shot.id, facts)!;
      const final = facts.finals.get(shot.id)!;
      const measured = explanation.steps.find((step) => step.step === 'measured');
      const shift = explanation.steps.find((step) => step.step === 'shift');
      const average = explanation.steps.find((step) => step.step === 'average');
      if (measured && shift) {
        expect(measured.at.easting + shift.shift.d_easting).toBeCloseTo(final.easting, 9);
        expect(measured.at.northing + shift.shift.d_northing).toBeCloseTo(final.northing, 9);
        expect(measured.at.elevation! + shift.shift.d_elevation).toBeCloseTo(final.elevation!, 9);
      } else {
        expect(average?.roots.length).toBeGreaterThan(1);
        const mean = average!.roots.reduce((sum, root) => sum + root.final.elevation!, 0) / average!.roots.length;
        expect(mean).toBeCloseTo(final.elevation!, 9);
        expect(average!.children.reduce((sum, child) => sum + child.d_easting, 0)).toBeCloseTo(0, 6);
      }
      expect(explanation.steps.at(-1)).toEqual({ step: 'final', at: final });
    }
  });

  test('a measured shot, in sentences: value, rod, geoid, localization, shift, who', () => {
    expect(say('5002')).toEqual([
      '5002 was measured by satellite at 2025-10-14 12:37:14 UTC (raw file, line 45): E 2488042.8137, N 7433085.5889, Z -0.2916; FIXED, HRMS 0.012 m, VRMS 0.019 m.',
      'The receiver stood at 45°53\'52.25530" -66°39\'14.64533", antenna at 10.382 m above the ellipsoid, the mark at 8.312 m.',
      'The rod was 2.000 m; with the phase centre of the antenna 2.070 m were taken off.',
      'The collector used no geoid.',
      'The collector had the localization C:\\Carlson Projects\\25001AT251014\\25001AT251014.loc in force.',
      expect.stringMatching(
        /^The base shift, that of the whole run, adds \+0\.112\d m east, -0\.08\d\d m north, \+28\.750\d m up, with an undulation of -22\.486 m \(PPP report, at the base\), the localization taken back\. Pia decided it\.$/,
      ),
      expect.stringMatching(/^Final: E 2488042\.92\d\d, N 7433085\.50\d\d, Z 28\.4591\.$/),
    ]);
  });

  test('an average says what it is made of and who decided', () => {
    const sentences = say('5009A');
    expect(sentences[0]).toMatch(/^5009A is the mean of 5009, 5010 \(distance from the mean: 5009 0\.00\d m \/ 0\.00\d m in height; 5010/);
    expect(sentences.filter((sentence) => sentence.startsWith('  Final:'))).toHaveLength(2);
    expect(sentences.at(-2)).toBe('Pia decided on 2025-10-20T12:00:00Z: average of 5009, 5010 (shot twice).');
  });

  test('a corrected code, an overwritten point, a typed-in point', () => {
    expect(say('5012')).toContain('Its code was corrected from "XYZ" to "TREE".');
    expect(say('5012')).toContain('Pia decided on 2025-10-20T12:00:00Z: description "XYZ" corrected to "TREE".');
    expect(say('5015')).toContain('It replaced an earlier point of the same name.');
    expect(say('81').join(' ')).toContain('typed in or computed, not measured');
    expect(say('81')).toContain('It was typed in, so no shift applies. Pia decided it.');
  });

  test('what has no shift yet says that it is not final', () => {
    const lonely = [shotOf('1', { renumbered_from: '6033', collected: { easting: 2_500_000.5, northing: 7_500_000, elevation: null } })];
    const sentences = sayExplanation(explainShot('id-1', makeExplainFacts(lonely, finalCoordinates(lonely)))!);
    expect(sentences).toContain('No shift has been applied to it yet.');
    expect(sentences).toContain('It was measured as 6033 and renumbered in the collector.');
    expect(sentences).toContain('The points file was changed: the raw file has E 2500000.5000, N 7500000.0000, no elevation.');
    expect(sentences.at(-1)).toMatch(/^Not final yet/);
    expect(explainShot('nobody', makeExplainFacts(lonely, finalCoordinates(lonely)))).toBeNull();
  });
});
