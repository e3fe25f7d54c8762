/** Which way the device looks, where it has a compass. Read once per picture; there is nothing to show while nobody takes one. */
type Turned = DeviceOrientationEvent & { readonly webkitCompassHeading?: number };

let last: { heading: number; at: number } | null = null;
let isListening = false;
const FRESH = 3000;

function take(event: Event): void {
  const { webkitCompassHeading, alpha, absolute } = event as Turned;
  const heading = webkitCompassHeading ?? (absolute && alpha !== null ? (360 - alpha) % 360 : null);
  if (heading !== null && Number.isFinite(heading)) last = { heading, at: Date.now() };
}

/** Begins to listen; called when the camera opens, so that the first picture knows its heading. */
export function listenToCompass(): void {
  if (isListening || typeof window === 'undefined') return;
  isListening = true;
  for (const name of ['deviceorientationabsolute', 'deviceorientation']) window.addEventListener(name, take);
}

export function readHeading(now: number): number | null {
  return last !== null && now - last.at <= FRESH ? last.heading : null;
}
