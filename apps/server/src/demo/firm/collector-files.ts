import { localDate } from '@dmse/domain/dates/local-date';
import { packDms } from '@dmse/survey/geo/dms';
import { makeProjection } from '@dmse/survey/geo/projection';
import { surveyDefaults } from '@dmse/survey/survey-settings';

type Place = { easting: number; northing: number; elevation: number };
export type CollectorShot = Place & {
  name: string;
  description: string;
  at: number;
  hrms: number;
  vrms: number;
  status: 'FIXED' | 'FLOAT';
};

/** A day with a receiver: from an own base that read its own position, so that everything is off by as much as it is; or in a network. */
export type CollectorDay = {
  /** Job number, initials and date, as collectors name their files. */
  job_name: string;
  base: Place & { is_network: boolean; error: Place };
  shots: readonly CollectorShot[];
};

const { office_crs, time_zone } = surveyDefaults;
const projection = makeProjection(office_crs);
const PHASE_CENTRE = 0.0701;
const ANTENNA_HEIGHT = 1.5;
const ROD = 2;
const GPS_EPOCH = Date.UTC(1980, 0, 6);
const LEAP_SECONDS_MS = 18_000;
const WEEK_MS = 7 * 86_400_000;

/** About that of the province, falling by 5 mm a kilometre to the north. */
const undulation = ({ northing }: Place) => -20.5 - (northing - 7_450_000) * 0.000005;

const dateOf = (at: number) => localDate(new Date(at).toISOString(), time_zone);
const clock = (at: number) => {
  const [year, month, day] = dateOf(at).split('-');
  return { date: `${month}-${day}-${year}`, time: new Date(at).toLocaleTimeString('en-GB', { timeZone: time_zone }) };
};

/** What the receiver believes of a true place: its height is that on the ellipsoid. */
function seen({ base }: CollectorDay, at: Place) {
  const [easting, northing] = [at.easting + base.error.easting, at.northing + base.error.northing];
  const height = at.elevation + undulation(at) + base.error.elevation;
  return { easting, northing, height, ...projection.toGeographic({ easting, northing })! };
}

const spot = (place: { latitude: number; longitude: number }, height: number) =>
  `LA${packDms(place.latitude, 8)},LN${packDms(place.longitude, 8)},EL${height.toFixed(4)}`;

/** The files of such a day, by the parts of an import. */
export function writeCollectorFiles(day: CollectorDay): Partial<Record<'raw_file' | 'points_file' | 'ref_file' | 'sum_file', Buffer>> {
  const rows = new Map<string, string>();
  const lines = writeHead(day);
  for (const shot of day.shots) {
    const place = seen(day, shot);
    const elevation = day.base.is_network ? place.height - undulation(shot) : place.height;
    const grid = [place.northing, place.easting, elevation].map((value) => value.toFixed(4)) as [string, string, string];
    lines.push(...writeShot(shot, place, grid));
    // A number that is used again takes the place of the earlier one.
    rows.set(shot.name, [shot.name, grid[1], grid[0], grid[2], shot.description].join(','));
  }
  const raw_file = text(lines);
  const points_file = text(['P,E,N,Z,D', ...rows.values()]);
  if (day.base.is_network) return { raw_file, points_file };
  return { raw_file, points_file, ref_file: writeReference(day), sum_file: writePppSummary(day) };
}

const text = (lines: readonly string[]) => Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1');

function writeHead(day: CollectorDay): string[] {
  const { base, shots, job_name } = day;
  const place = seen(day, base);
  const { date, time } = clock(shots[0]!.at - 20 * 60_000);
  const [low, high] = [-1, 1].map(
    (step) => `N${Math.floor(place.latitude) + step}°00'00.0" W0${Math.floor(-place.longitude) - step}°00'00.0"`,
  );
  const antenna = base.is_network ? 0 : ANTENNA_HEIGHT + PHASE_CENTRE;
  return [
    `JB,NM${job_name},DT${date},TM${time}`,
    'MO,AD0,UN1,SF1.00000000,EC0,EO0.0,AU0',
    '--SurvPC Version 7.05',
    '--Projection: CANADA/NAD83/New Brunswick',
    '--Equipment:   Carlson,  BRx7, SN:D0000000000001, FW:6.0Aa02a',
    '--Localization File: None',
    `--Geoid Separation File: ${base.is_network ? `C:\\Carlson Projects\\Data\\HT2_0.gsf ${low} ${high}` : 'None'}`,
    '--GPS Scale: 1.00000000',
    ...(base.is_network
      ? ['--RTK Method: RTCM V3.0, Device: Data Collector Internet, Network: NTRIP NB_VRS_RTCM3']
      : ['--Base Configuration by Reading GPS Position', `--Entered Base HR: ${ANTENNA_HEIGHT.toFixed(4)} m, Vertical`]),
    `BP,PN100,${spot(place, place.height + antenna)},AG${(base.is_network ? 0 : ANTENNA_HEIGHT).toFixed(4)},PA${(base.is_network ? 0 : PHASE_CENTRE).toFixed(4)},ATAPC,${base.is_network ? 'SRROVER' : 'SRBASE'},--`,
    `--GS,PN100,N ${place.northing.toFixed(4)},E ${place.easting.toFixed(4)},EL${place.height.toFixed(4)},--Base`,
    ...(base.is_network ? [] : [`--GPS Log File: ${job_name}.bin base open Carlson,BRx7`]),
    `--Entered Rover HR: ${ROD.toFixed(4)} m, Vertical`,
    `LS,HR${(ROD + PHASE_CENTRE).toFixed(4)}`,
  ];
}

function writeShot(
  shot: CollectorShot,
  place: ReturnType<typeof seen>,
  [northing, easting, elevation]: [string, string, string],
): string[] {
  const { name, description, at, hrms, vrms, status } = shot;
  const gps = at - GPS_EPOCH + LEAP_SECONDS_MS;
  const [week, ms] = [Math.floor(gps / WEEK_MS), gps % WEEK_MS];
  const { date, time } = clock(at);
  const spread = (share: number) => (share * hrms ** 2).toFixed(10);
  return [
    `GPS,PN${name},${spot(place, place.height + ROD + PHASE_CENTRE)},--${description}`,
    `--GS,PN${name},N ${northing},E ${easting},EL${elevation},--${description}`,
    // The sky is more open to one side than to the other.
    `G2,VX${spread(0.19)},VY${spread(0.42)},VZ${spread(0.45)}`,
    `G3,XY${spread(-0.16)},XZ${spread(0.15)},YZ${spread(-0.26)}`,
    `--GT,PN${name},SW${week},ST${ms},EW${week},ET${ms}`,
    `--HRMS:${hrms.toFixed(3)}, VRMS:${vrms.toFixed(3)}, STATUS:${status}, SATS:21, AGE:1.0, PDOP:1.210, HDOP:0.640, VDOP:1.027, TDOP:0.611, GDOP:1.355`,
    `--DT${date}`,
    `--TM${time}`,
  ];
}

function writeReference(day: CollectorDay): Buffer {
  const { latitude, longitude, height } = seen(day, day.base);
  return text(['VERSION2', latitude.toFixed(12), longitude.toFixed(12), height.toFixed(4), '', '0']);
}

/** As the national service answers for a log from before the first shot to after the last. */
function writePppSummary(day: CollectorDay): Buffer {
  const { base, shots, job_name } = day;
  const read = seen(day, base);
  const { latitude, longitude } = projection.toGeographic(base)!;
  const height = base.elevation + undulation(base);
  const [from, to] = [shots[0]!.at - 15 * 60_000, shots.at(-1)!.at + 15 * 60_000];
  const stamp = (at: number) => new Date(at).toISOString().slice(0, 22).replace('T', ' ');
  const epochs = Math.floor((to - from) / 30_000);
  const degrees = (value: number) => {
    const [whole, rest = ''] = packDms(value, 5).split('.');
    return `${whole} ${rest.slice(0, 2)} ${rest.slice(2, 4)}.${rest.slice(4)}`;
  };
  const row = (name: string, a_priori: string, estimated: string, difference: number, sigma: string) =>
    `POS ${name} NAD83 97:001:00000 ${a_priori} ${estimated} ${difference.toFixed(4)} 0.0051 ${sigma} 1.0000`;
  return text([
    'HDR GRP CANADIAN GEODETIC SURVEY, SURVEYOR GENERAL BRANCH, NATURAL RESOURCES CANADA',
    'VER 5.3.0 (2025-06-01)',
    `NOW ${stamp(to + 2 * 86_400_000)}`,
    `RNX ${job_name}.${dateOf(from).slice(2, 4)}o`,
    `MKR ${job_name}`,
    'MOD STATIC',
    `BEG ${stamp(from)}`,
    `END ${stamp(to)}`,
    'INT 30.00',
    `EPO ${epochs} ${epochs} ${epochs}`,
    'SP3 NRC0OPSFIN.SP3',
    'REC HEMISPHERE BRX7',
    'ANT BRX7            NONE',
    `ARP    0.000    0.000    ${ANTENNA_HEIGHT.toFixed(3)}`,
    'IAR 96.52%',
    'AVF 1.000',
    'APR RINEX',
    'ELL GRS80',
    'POS CRD  SYST        EPOCH          A_PRIORI         ESTIMATED       DIFF SIG_PPP(95%) SIG_TOT(95%) CORRELATIONS',
    row('LAT', degrees(read.latitude), degrees(latitude), -base.error.northing, '0.0146'),
    row('LON', degrees(read.longitude), degrees(longitude), -base.error.easting, '0.0118'),
    row('HGT', read.height.toFixed(4), height.toFixed(4), height - read.height, '0.0228'),
    'OHT     SYST    MODEL             HEIGHT',
    `OHT   CGVD28    HT2_0            ${base.elevation.toFixed(4)}`,
    `GHT ${undulation(base).toFixed(4)}`,
  ]);
}
