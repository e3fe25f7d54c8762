import type { FoundWord } from '@dmse/contract/historicals/scan';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { drawPage, tilesFor } from './draw-page.ts';
import { type Fit, fitPage, type PageSize, type Pane, panBy, type Spot, showBox, type Turn, type View, zoomBy } from './page-view.ts';
import { type PageRef, TileStore } from './tile-store.ts';
import { usePanePointer } from './use-pane-pointer.ts';

/** What the buttons and keys of the viewer ask for. */
export type PaneActs = {
  zoom: (factor: number) => void;
  fitTo: (fit: Fit) => void;
  rotate: () => void;
  pan: (by: Spot) => void;
  show: (word: FoundWord) => void;
};

export type PagePaneProps = {
  /** Keep it the same while the page is: the tiles go with it. */
  of: PageRef;
  page: PageSize;
  label: string;
  words: readonly FoundWord[];
  acts: Ref<PaneActs>;
  onZoom: (scale: number) => void;
};

const NO_PANE: Pane = { width: 0, height: 0 };
const PAN_STEP = 80;
/** Drawn over the words with "multiply": the ink stays black. */
const MARK = 'rgb(255 214 90)';

/** How far an arrow key moves the page. */
export const ARROWS: Readonly<Record<string, Spot>> = {
  ArrowLeft: { x: PAN_STEP, y: 0 },
  ArrowRight: { x: -PAN_STEP, y: 0 },
  ArrowUp: { x: 0, y: PAN_STEP },
  ArrowDown: { x: 0, y: -PAN_STEP },
};

/** A page under glass: only the tiles that are seen, at the level that is needed; the coarser ones lie beneath until these have come. */
export function PagePane({ of, page, label, words, acts, onZoom }: PagePaneProps) {
  const place = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [pane, setPane] = useState(NO_PANE);
  const [fit, setFit] = useState<Fit | null>('whole');
  const [turn, setTurn] = useState<Turn>(0);
  const [free, setFree] = useState<View | null>(null);
  const [failed, setFailed] = useState(0);
  const { width, height } = page;
  const fitted = useMemo(() => fitPage({ width, height }, pane, turn, fit ?? 'whole'), [width, height, pane, turn, fit]);
  const view = fit ? fitted : (free ?? fitted);
  const pixelRatio = window.devicePixelRatio || 1;

  // What is there now, for pointers and keys that come before the next drawing.
  const latest = useRef({ view, pane, page });
  latest.current = { view, pane, page };
  const move = (next: View) => {
    latest.current.view = next;
    setFit(null);
    setFree(next);
  };
  const zoom = (factor: number, at = { x: pane.width / 2, y: pane.height / 2 }) =>
    move(zoomBy(latest.current.view, page, latest.current.pane, factor, at));

  const redraw = useRef(() => {});
  const frame = useRef(0);
  const schedule = useRef(() => {
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() => redraw.current());
  });
  const store = useMemo(() => new TileStore(of, () => schedule.current()), [of]);
  useEffect(() => () => store.close(), [store]);
  redraw.current = () => {
    if (!canvas.current || pane.width === 0) return;
    const drawing = { page, view: latest.current.view, pane, pixelRatio, words, mark: MARK };
    const { fine, beneath } = tilesFor(drawing);
    // The whole page first: it is one tile, and is seen at once.
    store.want([...(beneath[0] ?? []), ...fine]);
    drawPage(canvas.current, drawing, store);
    setFailed(store.countFailed(fine));
  };
  useLayoutEffect(() => {
    schedule.current();
  });
  useEffect(() => () => cancelAnimationFrame(frame.current), []);

  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const measure = () => setPane({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(() => onZoom(view.scale), [onZoom, view.scale]);
  useImperativeHandle(acts, () => ({
    zoom: (factor) => zoom(factor),
    fitTo: setFit,
    rotate: () => {
      const next = ((turn + 1) % 4) as Turn;
      setTurn(next);
      if (!fit) move({ ...latest.current.view, turn: next });
    },
    pan: (by) => move(panBy(latest.current.view, page, by)),
    show: (word) => move(showBox(latest.current.view, page, word)),
  }));
  usePanePointer(place, {
    onPan: (by) => move(panBy(latest.current.view, latest.current.page, by)),
    onZoom: zoom,
  });

  function onKey(event: KeyboardEvent): void {
    const by = ARROWS[event.key];
    if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    move(panBy(latest.current.view, page, by));
  }
  return (
    <Box
      ref={place}
      role="application"
      aria-label={`${label}. Arrow keys move the page, plus and minus zoom.`}
      tabIndex={0}
      onKeyDown={onKey}
      sx={{
        position: 'relative',
        flex: 1,
        minWidth: 0,
        minHeight: 0,
        overflow: 'hidden',
        cursor: 'grab',
        touchAction: 'none',
        bgcolor: 'background.default',
        '&:active': { cursor: 'grabbing' },
        '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
      }}
    >
      <canvas
        ref={canvas}
        aria-hidden
        width={Math.round(pane.width * pixelRatio)}
        height={Math.round(pane.height * pixelRatio)}
        style={{ position: 'absolute', inset: 0, width: pane.width, height: pane.height }}
      />
      {failed > 0 ? (
        <Box
          role="alert"
          sx={{
            position: 'absolute',
            insetInline: 0,
            bottom: 16,
            mx: 'auto',
            width: 'fit-content',
            display: 'flex',
            alignItems: 'center',
            gap: 2,
            px: 3,
            py: 1,
            borderRadius: '8px',
            border: 1,
            borderColor: 'divider',
            bgcolor: 'background.paper',
          }}
        >
          A part of the page could not be loaded.
          <Button size="small" onClick={() => store.retry()}>
            Try again
          </Button>
        </Box>
      ) : null}
    </Box>
  );
}
