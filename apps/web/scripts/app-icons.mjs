// Draws the app's icons into public/: favicon.svg and the PNGs of the manifest. Run again after changing the drawing.
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const out = join(dirname(fileURLToPath(import.meta.url)), '../public');

// A surveyor's benchmark: a control triangle over its point, on the firm's purple.
function drawing({ radius, scale }) {
  const inset = (512 - 512 * scale) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="512" height="512">
  <title>DMSE</title>
  <defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#7A55C7"/><stop offset="1" stop-color="#4A2B8A"/></linearGradient></defs>
  <rect width="512" height="512" rx="${radius}" fill="url(#g)"/>
  <g transform="translate(${inset} ${inset}) scale(${scale})" fill="none" stroke="#fff" stroke-linecap="round" stroke-linejoin="round">
    <path d="M256 104 L404 360 H108 Z" stroke-width="34"/>
    <circle cx="256" cy="276" r="30" fill="#F0935A" stroke="none"/>
    <path d="M172 424 H340" stroke-width="30" stroke="#CDBBF5"/>
  </g>
</svg>
`;
}

const round = drawing({ radius: 112, scale: 1 });
// Android cuts a maskable icon to its own shape: the drawing stays inside the safe circle.
const maskable = drawing({ radius: 0, scale: 0.72 });

writeFileSync(join(out, 'favicon.svg'), round);
for (const size of [192, 512])
  await sharp(Buffer.from(round))
    .resize(size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(join(out, `icon-${size}.png`));
await sharp(Buffer.from(maskable)).resize(512).png({ compressionLevel: 9, palette: true }).toFile(join(out, 'icon-maskable-512.png'));
