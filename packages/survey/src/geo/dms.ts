/**
 * Angles as collectors and reports write them. Packed means D.MMSSsss: 45.5349483 is 45° 53' 49.483". The sign is that
 * of the text, so that minus zero degrees stays west.
 */

export interface Dms {
  readonly negative: boolean;
  readonly degrees: number;
  readonly minutes: number;
  readonly seconds: number;
}

/** One unit of the thirteenth decimal is a ten-thousandth of a micrometre on the ground; 360 still fits an exact integer. */
const PACKED_UNIT = 1e13;

/** Decimal degrees of a packed angle, or null when minutes or seconds are above 60. */
export function unpackDms(packed: number): number | null {
  if (!Number.isFinite(packed) || Math.abs(packed) > 720) return null;
  const units = Math.round(Math.abs(packed) * PACKED_UNIT);
  const degrees = Math.floor(units / PACKED_UNIT);
  const minutes = Math.floor((units % PACKED_UNIT) / 1e11);
  const seconds = (units % 1e11) / 1e9;
  // Some instruments print 59' 60" where they mean the next minute; anything above 60 is not an angle.
  if (minutes > 60 || seconds > 60) return null;
  return joinDms({ negative: packed < 0 || Object.is(packed, -0), degrees, minutes, seconds });
}

/** Packed text with the given decimals of a second, carried so that 60 never appears. */
export function packDms(decimal_degrees: number, second_decimals = 8): string {
  const { negative, degrees, minutes, seconds } = splitDms(decimal_degrees, second_decimals);
  const whole = seconds.toFixed(second_decimals).padStart(second_decimals + (second_decimals > 0 ? 3 : 2), '0');
  return `${negative ? '-' : ''}${degrees}.${String(minutes).padStart(2, '0')}${whole.replace('.', '')}`;
}

export function joinDms({ negative, degrees, minutes, seconds }: Dms): number {
  const magnitude = degrees + minutes / 60 + seconds / 3600;
  return negative ? -magnitude : magnitude;
}

/** Rounded in units of the last decimal first, so that 59.9999" becomes the next minute and not 60". */
export function splitDms(decimal_degrees: number, second_decimals = 8): Dms {
  const unit = 10 ** second_decimals;
  const total = Math.round(Math.abs(decimal_degrees) * 3600 * unit);
  const whole_minutes = Math.floor(total / (60 * unit));
  return {
    negative: decimal_degrees < 0 || Object.is(decimal_degrees, -0),
    degrees: Math.floor(whole_minutes / 60),
    minutes: whole_minutes % 60,
    seconds: (total % (60 * unit)) / unit,
  };
}

const SPACED = /^\s*([+-]?)(\d{1,3})[\s°:]+(\d{1,2})[\s':]+(\d{1,2}(?:\.\d*)?)"?\s*([NSEW]?)\s*$/i;

/** "-66 39 16.68602", "45°53'49.5\"N", "66:39:16 W"; null when it is no such text. */
export function parseDms(text: string): number | null {
  const match = SPACED.exec(text);
  if (!match) return null;
  const [, sign, degrees, minutes, seconds, side] = match;
  const parts = { degrees: Number(degrees), minutes: Number(minutes), seconds: Number(seconds) };
  if (parts.minutes > 60 || parts.seconds > 60) return null;
  return joinDms({ negative: sign === '-' || /[SW]/i.test(side ?? ''), ...parts });
}

export function formatDms(decimal_degrees: number, second_decimals = 5): string {
  const { negative, degrees, minutes, seconds } = splitDms(decimal_degrees, second_decimals);
  const mm = String(minutes).padStart(2, '0');
  const ss = seconds.toFixed(second_decimals).padStart(second_decimals > 0 ? second_decimals + 3 : 2, '0');
  return `${negative ? '-' : ''}${degrees}°${mm}'${ss}"`;
}
