import { makeProjection } from '@dmse/survey/geo/projection';
import { surveyDefaults } from '@dmse/survey/survey-settings';

/** Park and Miller's generator: the same file on every machine. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const CODES = ['AE B', 'AE', 'STMH/RIM', 'CBSQ', 'MON/1234HPN', 'TREE/MAPLE, 300 MM', 'EP1', 'FH'];

const projection = makeProjection(surveyDefaults.office_crs);

function packed(degrees: number): string {
  const whole = Math.trunc(degrees);
  const minutes = Math.abs(degrees - whole) * 60;
  const seconds = (minutes - Math.trunc(minutes)) * 60;
  return `${whole}.${String(Math.trunc(minutes)).padStart(2, '0')}${seconds.toFixed(8).padStart(11, '0').replace('.', '')}`;
}

/** A believable day: single-epoch shots, every fifth one averaged, every tenth a repeat of the one before, a rod change every thousand. */
export function makeFiles(shots: number): { raw: Uint8Array; points: Uint8Array } {
  const rows = ['P,E,N,Z,D'];
  const random = seeded(20_251_014);
  const lines = [
    'JB,NM25001AT251014,DT10-14-2025,TM09:31:10',
    'MO,AD0,UN1,SF1.00000000,EC0,EO0.0,AU0',
    '--SurvPC Version 7.05',
    '--Projection: CANADA/NAD83/New Brunswick',
    '--Equipment:   Carlson,  BRx7, SN:D0000000000001, FW:6.0Aa02a',
    '--Localization File: None',
    '--GPS Scale: 1.00000000',
    'BP,PN100,LA45.534948309846,LN-66.391662883322,EL45.1651,AG1.5000,PA0.0701,ATAPC,SRBASE,--',
  ];
  for (let i = 0; i < shots; i++) {
    if (i % 1000 === 0)
      lines.push(`--Entered Rover HR: ${(2 + (i % 3) / 10).toFixed(4)} m, Vertical`, `LS,HR${(2.0701 + (i % 3) / 10).toFixed(4)}`);
    const name = 5000 + i;
    const place = i % 10 === 9 ? i - 1 : i;
    const near = i % 10 === 9 ? random() / 50 : 0;
    const at = { easting: 2_488_000 + (place % 500) * 2 + near, northing: 7_433_000 + Math.floor(place / 500) * 3 + near };
    const { latitude, longitude } = projection.toGeographic(at)!;
    const code = CODES[place % CODES.length] as string;
    const [northing, easting] = [at.northing.toFixed(4), at.easting.toFixed(4)];
    const elevation = 8 + random();
    const rod = 2.0701 + ((i - (i % 1000)) % 3) / 10;
    const ms = 218_056_000 + i * 7_000;
    lines.push(
      `GPS,PN${name},LA${packed(latitude)},LN${packed(longitude)},EL${(elevation + rod).toFixed(6)},--${code}`,
      `--GS,PN${name},N ${northing},E ${easting},EL${elevation.toFixed(4)},--${code}`,
      `--GT,PN${name},SW2388,ST${ms % 604_800_000},EW2388,ET${ms % 604_800_000}`,
    );
    if (i % 5 === 0) {
      lines.push('--Valid Readings: 10 of 10', '--Fixed Readings: 10 of 10', '--HRMS Avg: 0.0058 SD: 0.0001 Min: 0.0057 Max: 0.0060');
      lines.push('--VRMS Avg: 0.0112 SD: 0.0002 Min: 0.0108 Max: 0.0116', '--PDOP Avg: 0.8633 Min: 0.8631 Max: 0.8636');
    }
    lines.push('--HRMS:0.012, VRMS:0.019, STATUS:FIXED, SATS:21, AGE:1.0, PDOP:1.210, HDOP:0.640, VDOP:1.027, TDOP:0.611, GDOP:1.355');
    lines.push('--DT10-14-2025', '--TM09:33:58');
    rows.push(`${name},${easting},${northing},${elevation.toFixed(4)},${code.replaceAll(',', ' ')}`);
  }
  const encode = (text: readonly string[]) => new TextEncoder().encode(`${text.join('\r\n')}\r\n`);
  return { raw: encode(lines), points: encode(rows) };
}
