import { type Geoid, verticalSystemOf } from '../geo/geoid.ts';
import { distanceOnEarth } from '../geo/projection.ts';
import { JOB_NAME } from '../read/job-name.ts';
import type { PppEstimate, PppSummary } from '../read/ppp/ppp-records.ts';
import type { BaseRecord } from '../read/raw/raw-records.ts';
import type { FrameSetting, SurveySettings } from '../survey-settings.ts';
import { type Check, failed, notKnown, passed } from './check.ts';
import type { EllipsoidPosition } from './hpn-shift.ts';

export interface PppSituation {
  readonly base: BaseRecord | null;
  /** The mark under the base as the collector knew it: by the raw file, else by the .ref file. */
  readonly mark: EllipsoidPosition | null;
  readonly job_name: string | null;
  /** First and last instant of the run's shots, ISO. */
  readonly first_shot: string | null;
  readonly last_shot: string | null;
  /** Geoid file the collector named, if any. */
  readonly geoid_file: string | null;
  readonly geoid: Geoid | null;
}

/** The estimate in the office frame; else the first the file has, which then fails the frame check. */
export function choosePppEstimate(ppp: PppSummary, frame: FrameSetting): PppEstimate | null {
  return ppp.estimates.find((estimate) => isFrame(estimate.frame, frame)) ?? ppp.estimates[0] ?? null;
}

export function checkPpp(ppp: PppSummary, situation: PppSituation, settings: SurveySettings): Check[] {
  const estimate = choosePppEstimate(ppp, settings.frame);
  if (!estimate) return [failed('estimate', null, null, 'The PPP report holds no position.')];
  return [
    checkFrame(estimate, settings.frame),
    checkEpoch(estimate, settings),
    checkVerticalSystem(ppp, situation, settings),
    ...checkSigmas(estimate, settings),
    ppp.mode === 'STATIC' ? passed('mode', ppp.mode, 'STATIC', 'The antenna stood still.') : checkMode(ppp),
    checkAntenna(ppp),
    checkAntennaHeight(ppp, situation, settings),
    ...checkPlace(estimate, situation, settings),
    checkTime(ppp, situation),
    checkName(ppp, situation),
    checkOrbits(ppp),
    ...checkGeoidAtBase(ppp, estimate, situation, settings),
  ];
}

function isFrame(found: string, frame: FrameSetting): boolean {
  return found.replaceAll(/\s/g, '').toUpperCase().startsWith(frame.name.toUpperCase());
}

function checkFrame(estimate: PppEstimate, frame: FrameSetting): Check {
  if (isFrame(estimate.frame, frame)) return passed('frame', estimate.frame, frame.name, `The position is in ${frame.name}.`);
  return failed(
    'frame',
    estimate.frame,
    frame.name,
    `The PPP position is in ${estimate.frame}, not in ${frame.name}; that is more than a metre away. Ask for it again in ${frame.name}.`,
  );
}

function checkEpoch({ epoch_year }: PppEstimate, { frame, tolerances }: SurveySettings): Check {
  if (epoch_year === null)
    return notKnown('epoch', frame.epoch, `The PPP report does not print its epoch; it should be ${frame.epoch.toFixed(1)}.`);
  const away = Math.abs(epoch_year - frame.epoch);
  if (away <= tolerances.ppp_epoch_years)
    return passed('epoch', epoch_year, frame.epoch, `The position is at epoch ${frame.epoch.toFixed(1)}.`);
  return failed(
    'epoch',
    epoch_year,
    frame.epoch,
    `The PPP position is at epoch ${epoch_year.toFixed(2)}, the office works at ${frame.epoch.toFixed(1)}; the ground moves about 2 mm a year.`,
  );
}

function checkVerticalSystem(ppp: PppSummary, { geoid_file, geoid }: PppSituation, { geoid_models }: SurveySettings): Check {
  const system = ppp.orthometric?.system ?? null;
  const wanted = (geoid_file ? verticalSystemOf(geoid_file, geoid_models) : null) ?? geoid?.vertical_system ?? null;
  if (system === null) return notKnown('vertical_system', wanted, 'The PPP report gives no orthometric height.');
  if (wanted === null || wanted === system) return passed('vertical_system', system, wanted, `Heights are in ${system}.`);
  return failed(
    'vertical_system',
    system,
    wanted,
    `The PPP report is in ${system}, the ${geoid_file ? 'raw file' : 'geoid grid'} in ${wanted}; they lie decimetres apart.`,
  );
}

function checkSigmas(estimate: PppEstimate, { tolerances }: SurveySettings): Check[] {
  const limits = [
    ['sigma_latitude', estimate.sigma_latitude, tolerances.ppp_sigma_horizontal, 'latitude'],
    ['sigma_longitude', estimate.sigma_longitude, tolerances.ppp_sigma_horizontal, 'longitude'],
    ['sigma_height', estimate.sigma_height, tolerances.ppp_sigma_vertical, 'height'],
  ] as const;
  return limits.map(([check, sigma, limit, word]) => {
    if (sigma === null) return notKnown(check, limit, `The PPP report gives no sigma of the ${word}.`);
    const figures = `${sigma.toFixed(3)} m at 95 %, limit ${limit.toFixed(3)} m`;
    return sigma <= limit
      ? passed(check, sigma, limit, `Sigma of the ${word}: ${figures}.`)
      : failed(check, sigma, limit, `The ${word} of the base is uncertain: ${figures}. A longer log would help.`);
  });
}

function checkMode({ mode }: PppSummary): Check {
  if (mode === null) return notKnown('mode', 'STATIC', 'The PPP report does not say whether the antenna stood still.');
  return failed('mode', mode, 'STATIC', 'The PPP report is of a moving antenna.');
}

function checkAntenna({ antenna, is_antenna_found }: PppSummary): Check {
  if (is_antenna_found === null) return notKnown('antenna', null, 'The PPP report does not name the antenna.');
  if (is_antenna_found) return passed('antenna', antenna, null, `The antenna ${antenna ?? ''} is known.`);
  return failed('antenna', antenna, null, 'PPP did not find the antenna in its list: the height may be wrong by a decimetre.');
}

function checkAntennaHeight(ppp: PppSummary, { base }: PppSituation, { tolerances }: SurveySettings): Check {
  const wanted = base?.antenna_height ?? null;
  if (ppp.antenna_height === null || wanted === null)
    return notKnown('antenna_height', wanted, 'The antenna height of the PPP report cannot be compared with that of the base.');
  const away = Math.abs(ppp.antenna_height - wanted);
  if (away <= tolerances.antenna_height)
    return passed('antenna_height', ppp.antenna_height, wanted, 'PPP used the antenna height of the raw file.');
  return failed(
    'antenna_height',
    ppp.antenna_height,
    wanted,
    `PPP used an antenna height of ${ppp.antenna_height.toFixed(4)} m, the raw file has ${wanted.toFixed(4)} m: every elevation would be off by ${away.toFixed(4)} m.`,
  );
}

/** The base reads its own position to some metres. A report further away is that of another base. */
function checkPlace({ latitude, longitude, height }: PppEstimate, { base, mark }: PppSituation, { tolerances }: SurveySettings): Check[] {
  if (!mark || latitude === null || longitude === null) return [];
  const whose = base ? `the base ${base.name}` : 'the base of the .ref file';
  const horizontal = distanceOnEarth({ latitude, longitude }, mark);
  const vertical = height === null ? 0 : Math.abs(height - mark.height);
  if (horizontal > tolerances.ppp_place_horizontal) {
    const away = horizontal < 1000 ? `${horizontal.toFixed(0)} m` : `${(horizontal / 1000).toFixed(1)} km`;
    return [
      failed(
        'place',
        horizontal,
        tolerances.ppp_place_horizontal,
        `The PPP position lies ${away} from ${whose}: it is the report of another base.`,
      ),
    ];
  }
  if (vertical > tolerances.ppp_place_vertical)
    return [
      failed('place', vertical, tolerances.ppp_place_vertical, `The PPP height is ${vertical.toFixed(1)} m away from that of ${whose}.`),
    ];
  return [passed('place', horizontal, tolerances.ppp_place_horizontal, `The PPP position lies at ${whose}.`)];
}

type ShotSpan = Pick<PppSituation, 'first_shot' | 'last_shot'>;

/** Whether the base was logged while the shots were taken; null when one of both does not say. */
export function doSpansOverlap(ppp: Pick<PppSummary, 'begins_at' | 'ends_at'>, { first_shot, last_shot }: ShotSpan): boolean | null {
  const log = { from: instantOf(ppp.begins_at), to: instantOf(ppp.ends_at) };
  const run = { from: instantOf(first_shot), to: instantOf(last_shot) };
  if (log.from === null || log.to === null || run.from === null || run.to === null) return null;
  return log.from <= run.to && run.from <= log.to;
}

function checkTime(ppp: PppSummary, { first_shot, last_shot }: PppSituation): Check {
  const do_overlap = doSpansOverlap(ppp, { first_shot, last_shot });
  if (do_overlap === null) return notKnown('time', null, 'The times of the base log and of the shots cannot be compared.');
  const span = `${ppp.begins_at} to ${ppp.ends_at}`;
  if (do_overlap) return passed('time', span, null, 'The base log covers the time of the run.');
  return failed(
    'time',
    span,
    `${first_shot} to ${last_shot}`,
    `The base log runs from ${span}; the shots do not fall into it. It may be the log of another day.`,
  );
}

/** RINEX file and marker often carry a name of their own; only the name of another job says something. */
function checkName({ rinex, marker }: PppSummary, { job_name, base }: PppSituation): Check {
  const names = `${rinex ?? ''} ${marker ?? ''}`.trim().toUpperCase();
  const own = [job_name, base?.log_file?.replace(/\.\w+$/, '') ?? null].filter((name) => name !== null && name !== '');
  if (own.some((name) => names.includes(name!.toUpperCase())))
    return passed('name', names, job_name, 'The base log carries the name of the job.');
  const other = JOB_NAME.exec(names)?.[0];
  if (!other || job_name === null) return notKnown('name', job_name, 'The names in the PPP report do not tell which job it belongs to.');
  return failed('name', other, job_name, `The base log is named ${other}, the raw file ${job_name}: it may belong to another job.`);
}

function checkOrbits({ orbit_kind, orbits }: PppSummary): Check {
  if (orbit_kind === null) return notKnown('orbits', 'final', 'The PPP report does not name its orbits.');
  if (orbit_kind === 'final') return passed('orbits', orbits, 'final', 'PPP used final orbits.');
  return failed('orbits', orbits, 'final', `PPP used ${orbit_kind} orbits; final ones appear after about two weeks.`);
}

/** The grid and the report should know the same geoid at the base. */
function checkGeoidAtBase(
  ppp: PppSummary,
  { latitude, longitude }: PppEstimate,
  { geoid }: PppSituation,
  { tolerances }: SurveySettings,
): Check[] {
  if (!geoid || ppp.undulation === null || latitude === null || longitude === null) return [];
  const value = geoid.undulationAt({ latitude, longitude });
  if (value === null)
    return [
      failed(
        'geoid',
        null,
        ppp.undulation,
        `The geoid grid ${geoid.name} does not cover the base; the undulation of the PPP report is used.`,
      ),
    ];
  const away = Math.abs(value - ppp.undulation);
  if (away <= tolerances.not_explained) return [passed('geoid', value, ppp.undulation, 'Geoid grid and PPP report agree at the base.')];
  return [
    failed(
      'geoid',
      value,
      ppp.undulation,
      `At the base the geoid grid gives ${value.toFixed(3)} m and the PPP report ${ppp.undulation.toFixed(3)} m: they are different models.`,
    ),
  ];
}

function instantOf(text: string | null): number | null {
  if (text === null) return null;
  const iso = text.trim().replace(' ', 'T');
  const at = Date.parse(/Z$|[+-]\d\d:\d\d$/.test(iso) ? iso : `${iso}Z`);
  return Number.isNaN(at) ? null : at;
}
