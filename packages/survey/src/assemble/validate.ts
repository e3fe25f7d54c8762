import { listUnknownCodes, parseDescription } from '../read/points/description.ts';
import type { SurveySettings } from '../survey-settings.ts';
import { compareNames, type Decision, type Shot } from './shot.ts';

/** Derives the codes and the bad_* flags of one shot. Running it again changes nothing. */
export function flagShot(shot: Shot, settings: SurveySettings): Shot {
  const { full_code, code } = parseDescription(shot.description);
  const horizontal = shot.HRMS ?? shot.HSDV;
  const vertical = shot.VRMS ?? shot.VSDV;
  const is_gnss = shot.instrument_type === 'GNSS' && shot.origin !== 'BASE';
  return {
    ...shot,
    full_code,
    code,
    bad_hrms: horizontal !== null && horizontal > settings.tolerances.hrms,
    bad_vrms: vertical !== null && vertical > settings.tolerances.vrms,
    // A file that says nothing about its solution is not a fixed one.
    bad_fixed_status: is_gnss && shot.is_fixed !== true,
    // Points that were typed in carry whatever the office typed: "CALC" is no field code and no mistake.
    bad_code: shot.instrument_type !== 'STORED' && shot.origin !== 'BASE' && unknownWords(shot.description, settings).length > 0,
  };
}

/** The words of a description that the office list does not know; a description without any code has one, the empty word. */
export function unknownWords(description: string, { codes }: Pick<SurveySettings, 'codes'>): string[] {
  const parsed = parseDescription(description);
  return parsed.code === ''
    ? ['']
    : listUnknownCodes(
        parsed,
        codes.map(({ code }) => code),
      );
}

export interface BadDescription {
  readonly description: string;
  readonly unknown: readonly string[];
  readonly shots: readonly string[];
}

/** One question per distinct bad description, however many shots carry it. */
export function listBadDescriptions(shots: readonly Shot[], settings: SurveySettings): BadDescription[] {
  const groups = new Map<string, Shot[]>();
  for (const shot of shots) {
    if (!shot.bad_code) continue;
    const group = groups.get(shot.description);
    if (group) group.push(shot);
    else groups.set(shot.description, [shot]);
  }
  return [...groups].map(([description, group]) => ({
    description,
    unknown: unknownWords(description, settings),
    shots: group.map((shot) => shot.name).sort(compareNames),
  }));
}

/** Applies one answer to every shot with that description; the code the crew typed is kept the first time it is replaced. */
export function correctDescription(
  shots: readonly Shot[],
  from: string,
  to: string,
  settings: SurveySettings,
  decision: Omit<Decision, 'what'>,
): Shot[] {
  return shots.map((shot) => (shot.description === from ? describeShot(shot, to, settings, decision) : shot));
}

/** Another description for one shot; the code the crew typed is kept the first time it is replaced. */
export function describeShot(shot: Shot, to: string, settings: SurveySettings, decision: Omit<Decision, 'what'>): Shot {
  if (shot.description === to) return shot;
  const what = `description "${shot.description}" corrected to "${to}"`;
  const decisions = [...shot.decisions, { what, ...decision }];
  return flagShot({ ...shot, description: to, original_code: shot.original_code ?? shot.full_code, decisions }, settings);
}
