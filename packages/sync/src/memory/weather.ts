import type { WireRequest } from '../wire.ts';
import type { Random } from './random.ts';

/**
 * What can happen to a request. `lost` never arrives · `answer_lost` takes effect unheard · `late` takes effect after the client
 * has given up · `twice` is delivered again later · `portal` meets a captive portal · `gateway` takes effect, a proxy says 504 ·
 * `damaged` arrives with a flipped byte · the numbers are refusals before any effect.
 */
export type Fate = 'pass' | 'lost' | 'answer_lost' | 'late' | 'twice' | 'portal' | 'gateway' | 'damaged' | '503' | '507' | '413' | '429';

/** How bad the network is, per fate; what is left passes. */
export type Weather = Readonly<Partial<Record<Fate, number>>>;

export const CLEAR: Weather = {};
const ROUGH: Weather = {
  lost: 0.12,
  answer_lost: 0.14,
  late: 0.08,
  twice: 0.06,
  portal: 0.04,
  gateway: 0.06,
  damaged: 0.03,
  503: 0.03,
  507: 0.02,
  413: 0.01,
  429: 0.01,
};
/** The server is restarting: everything is answered, nothing is done. */
export const DOWN: Weather = { 503: 0.8 };
const WET: Weather = { lost: 0.04, answer_lost: 0.06, late: 0.03, twice: 0.03, portal: 0.01, gateway: 0.02, damaged: 0.01 };

export function pickWeather(random: Random): Weather {
  return random.pick([CLEAR, CLEAR, WET, WET, WET, ROUGH, ROUGH, ROUGH, DOWN]);
}

export function pickFate(weather: Weather, random: Random): Fate {
  let left = random.next();
  for (const fate in weather) {
    left -= weather[fate as Fate] ?? 0;
    if (left < 0) return fate as Fate;
  }
  return 'pass';
}

export function damage(request: WireRequest): WireRequest {
  const flip = (bytes: Uint8Array) => bytes.map((byte, i) => (i === 0 ? byte ^ 1 : byte));
  if (request.file !== undefined) return { ...request, file: { ...request.file, bytes: flip(request.file.bytes) } };
  return request.chunk === undefined ? request : { ...request, chunk: flip(request.chunk) };
}
