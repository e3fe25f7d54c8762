import { existsSync } from 'node:fs';

const ARGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Chromium's own picture in the place of a camera, allowed without asking.
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
];
const WHOLE = '/usr/bin/chromium';
const WITHOUT_WINDOWS = '/usr/bin/chromium-headless-shell';

/** The system's own Chromium, as people have it; as root it runs only without its sandbox. */
export const WHOLE_CHROMIUM = {
  executablePath: process.env.CHROMIUM ?? WHOLE,
  args: process.getuid?.() === 0 ? ['--no-sandbox', ...ARGS] : ARGS,
  // Where the machine names no character set, files with an accent in their name would be called "download".
  env: { ...process.env, LC_ALL: 'C.UTF-8' },
};

/** The same without what draws windows and menus, where it is there: a fifth less work for every page. */
export const CHROMIUM = {
  ...WHOLE_CHROMIUM,
  executablePath: process.env.CHROMIUM ?? (existsSync(WITHOUT_WINDOWS) ? WITHOUT_WINDOWS : WHOLE),
};
