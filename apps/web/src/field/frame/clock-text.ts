const MINUTE = 60_000;

/** "This device’s clock is 26 h fast": from how far the server's time is ahead of it, in milliseconds. */
export function sayClock(skew: number): string {
  const minutes = Math.round(Math.abs(skew) / MINUTE);
  const days = Math.round(minutes / 1440);
  const amount = minutes < 120 ? `${minutes} min` : minutes < 2 * 1440 ? `${Math.round(minutes / 60)} h` : `${days} days`;
  return `This device’s clock is ${amount} ${skew < 0 ? 'fast' : 'slow'}`;
}
