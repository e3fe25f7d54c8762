import type { MapSymbol } from '../../../parts/map/map-layer.ts';
import { SYMBOL_CORNERS } from '../../../parts/map/map-symbols.ts';
import { PAGE, PdfPage } from './pdf-page.ts';

export type MapSheet = {
  title: string;
  /** Under the title: the firm, the day. */
  subtitle: string;
  jpeg: Uint8Array;
  /** Of the picture. */
  width: number;
  height: number;
  /** On the ground, of one pixel of the picture. */
  metresPerPixel: number;
  legend: readonly { label: string; symbol: MapSymbol; colour: string; isUnder?: boolean }[];
  /** Ringed places, in pixels of the picture. */
  marks: readonly (readonly [number, number])[];
  attribution: readonly string[];
};

const EDGE = 36;
const LEGEND = 150;
const TOP = 44;
const BOTTOM = 20;
const POINT_METRES = 0.0254 / 72;

/** The longest of 1, 2, 5, 10, … metres that fits. */
export function barLength(metresPerPoint: number, points: number): number {
  const most = metresPerPoint * points;
  const power = 10 ** Math.floor(Math.log10(most));
  return [5, 2, 1].map((times) => times * power).find((metres) => metres <= most) ?? power;
}

function sayLength(metres: number): string {
  return metres >= 1000 ? `${metres / 1000} km` : metres >= 1 ? `${metres} m` : `${metres * 100} cm`;
}

function drawSymbol(page: PdfPage, symbol: MapSymbol, colour: string, x: number, y: number): void {
  const corners = SYMBOL_CORNERS[symbol];
  const size = 4;
  if (corners)
    page.polygon(
      corners.map(([dx, dy]) => [x + dx * size, y + dy * size]),
      { fill: colour },
    );
  else
    page.circle(x, y, symbol === 'ring' ? size - 0.5 : size - 0.2, symbol === 'ring' ? { stroke: colour, width: 1.6 } : { fill: colour });
}

/** Points down to a line of the legend. */
const stepOf = (isUnder = false) => (isUnder ? 12 : 16);

/** Title, picture, scale bar, north arrow, legend and attribution on one sheet. */
export function mapPdf(sheet: MapSheet): Uint8Array<ArrayBuffer> {
  const page = new PdfPage();
  page.text(EDGE, EDGE + 14, 18, sheet.title, { isBold: true });
  page.text(EDGE, EDGE + 30, 9, sheet.subtitle, { colour: '#5D576A' });

  const room = { width: PAGE.width - 2 * EDGE - LEGEND - 12, height: PAGE.height - 2 * EDGE - TOP - BOTTOM };
  const scale = Math.min(room.width / sheet.width, room.height / sheet.height);
  const [width, height] = [sheet.width * scale, sheet.height * scale];
  const [left, top] = [EDGE, EDGE + TOP];
  page.picture(left, top, width, height);
  for (const [x, y] of sheet.marks) page.circle(left + x * scale, top + y * scale, 8, { stroke: '#AD4F10', width: 2 });
  page.polygon(
    [
      [left, top],
      [left + width, top],
      [left + width, top + height],
      [left, top + height],
    ],
    { stroke: '#211D2A', width: 0.8 },
  );

  const side = left + room.width + 12;
  // North is up.
  const tip = top + 2;
  page.polygon(
    [
      [side + 10, tip],
      [side + 18, tip + 30],
      [side + 10, tip + 23],
      [side + 2, tip + 30],
    ],
    { fill: '#211D2A' },
  );
  page.text(side + 6.5, tip + 44, 11, 'N', { isBold: true });

  const metresPerPoint = sheet.metresPerPixel / scale;
  const metres = barLength(metresPerPoint, LEGEND - 40);
  const bar = metres / metresPerPoint;
  const y = top + 74;
  page.line(
    [
      [side, y - 5],
      [side, y],
      [side + bar, y],
      [side + bar, y - 5],
    ],
    1.2,
  );
  page.line([
    [side + bar / 2, y - 3],
    [side + bar / 2, y],
  ]);
  page.text(side, y + 11, 8, '0');
  page.text(side + bar - 8, y + 11, 8, sayLength(metres));
  const ratio = metresPerPoint / POINT_METRES;
  page.text(side, y + 24, 8, `About 1:${Number(ratio.toPrecision(2)).toLocaleString('en-CA')} on Letter`, { colour: '#5D576A' });

  let below = y + 48;
  page.text(side, below, 10, 'Legend', { isBold: true });
  const space = PAGE.height - EDGE - BOTTOM - below;
  const wanted = sheet.legend.reduce((sum, { isUnder }) => sum + stepOf(isUnder), 0);
  const squeeze = Math.min(1, space / wanted);
  for (const { label, symbol, colour, isUnder } of sheet.legend) {
    below += stepOf(isUnder) * squeeze;
    const indent = isUnder ? 12 : 0;
    drawSymbol(page, symbol, colour, side + 5 + indent, below - 3);
    page.text(side + 14 + indent, below, isUnder ? 8 : 9, label);
  }
  page.text(EDGE, PAGE.height - EDGE, 7.5, sheet.attribution.join(' · ').slice(0, 200), { colour: '#5D576A' });
  return page.toPdf(sheet.title, sheet.jpeg, { width: sheet.width, height: sheet.height });
}
