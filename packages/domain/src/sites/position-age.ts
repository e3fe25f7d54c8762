/** Seconds after which a position is no longer where one stands. */
const STALE_AFTER = 10;

export function isStale(seconds: number): boolean {
  return seconds > STALE_AFTER;
}

/** "26 s", "3 min", "2 h". */
export function sayAge(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3600 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`;
}

/** "±0.8 m", "±12 m": no more figures than a device can mean. */
export function sayAccuracy(metres: number): string {
  return `±${metres < 10 ? metres.toFixed(1) : Math.round(metres)} m`;
}
