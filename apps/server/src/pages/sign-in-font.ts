import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The subsets that the firm's languages need, as in the app's own style: most letters are in the second, which is fetched at once. */
const SUBSETS = [
  {
    name: 'inter-latin-ext-wght-normal',
    range:
      'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
  },
  {
    name: 'inter-latin-wght-normal',
    range:
      'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  },
] as const;

export type SignInFont = { url: string; range: string };

/** The app's own font files under the names the build gave them: what the sign-in page has fetched, the app behind it need not. */
export function findFonts(dist: string): SignInFont[] {
  const assets = join(dist, 'assets');
  const files = existsSync(assets) ? readdirSync(assets) : [];
  return SUBSETS.flatMap(({ name, range }) => {
    const file = files.find((one) => one.startsWith(`${name}-`) && /^[\w.-]+\.woff2$/.test(one));
    return file ? [{ url: `/app/assets/${file}`, range }] : [];
  });
}
