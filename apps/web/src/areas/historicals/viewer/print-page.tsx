import { tileLevels } from '@dmse/domain/historicals/page-tiles';
import GlobalStyles from '@mui/material/GlobalStyles';
import { useEffect, useEffectEvent, useRef } from 'react';
import { createPortal } from 'react-dom';
import { fitPage, type PageSize, tilesSeen } from './page-view.ts';
import { type PageRef, tileUrl } from './tile-store.ts';

/** As fine as paper shows it. */
const MAX_PIXELS = 6000;

async function loadTile(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return image;
}

/** The whole page at one level, on a canvas of its own. */
async function paint(canvas: HTMLCanvasElement, of: PageRef, page: PageSize): Promise<void> {
  const levels = tileLevels(page.width, page.height);
  const level = Math.max(
    0,
    levels.findLastIndex(({ width, height }) => Math.max(width, height) <= MAX_PIXELS),
  );
  const size = levels[level]!;
  canvas.width = size.width;
  canvas.height = size.height;
  const context = canvas.getContext('2d');
  const tiles = tilesSeen(fitPage(page, page, 0, 'whole'), page, page, level);
  await Promise.all(
    tiles.map(async (tile) => {
      const { left, top, width, height } = tile.box;
      const across = size.width / page.width;
      const down = size.height / page.height;
      context?.drawImage(await loadTile(tileUrl(of, tile)), left * across, top * down, width * across, height * down);
    }),
  );
}

export type PrintPageProps = { of: PageRef; page: PageSize; onDone: (error?: unknown) => void };

const STYLES = {
  '.print-page': { display: 'none' },
  '@media print': {
    'body > *:not(.print-page)': { display: 'none !important' },
    '.print-page': { display: 'block' },
    '.print-page canvas': { display: 'block', maxWidth: '100%', maxHeight: '98vh', margin: '0 auto' },
  },
};

/** Prints the page that is looked at, and nothing else of the window. */
export function PrintPage({ of, page, onDone }: PrintPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const print = useEffectEvent(async () => {
    if (!canvas.current) return;
    try {
      await paint(canvas.current, of, page);
      // Some browsers come back at once and print later: the page stays until they say they are done.
      await new Promise((resolve) => {
        window.addEventListener('afterprint', resolve, { once: true });
        window.print();
      });
      onDone();
    } catch (error) {
      onDone(error);
    }
  });
  useEffect(() => void print(), []);
  const isLying = page.width > page.height;
  return createPortal(
    <div className="print-page">
      <GlobalStyles styles={{ ...STYLES, '@page': { size: isLying ? 'landscape' : 'portrait', margin: '8mm' } }} />
      <canvas ref={canvas} />
    </div>,
    document.body,
  );
}
