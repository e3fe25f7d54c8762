import { sayCount } from '@dmse/domain/text/counts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { LeaveGuard } from '../form/leave-guard.tsx';
import { distance, eraseAt, extendStroke, SHEET, type Sketch, type SketchPoint, type SketchThing } from './sketch.ts';
import { INK } from './sketch-ink.ts';
import { SketchThings } from './sketch-things.tsx';
import { type SketchTool, SketchTools } from './sketch-tools.tsx';
import { useSketch } from './use-sketch.ts';
import { WordsDialog } from './words-dialog.tsx';

export type SketchPaneProps = {
  /** What is on the sheet to begin with. */
  initial: Sketch;
  /** The address of a picture under it. */
  background?: string | null;
  /** Saves it, and says itself what went wrong; the pane waits, and stays as it is when this rejects. */
  onSave: (sketch: Sketch) => Promise<void>;
  onCancel: () => void;
};

/** A drag shorter than this was a tap. */
const TAP = 12;
/** How long a north arrow is that was only tapped. */
const ARROW = 90;

/** A sheet to draw on with finger, pen or mouse. */
export function SketchPane({ initial, background = null, onSave, onCancel }: SketchPaneProps) {
  const { sketch, isChanged, canUndo, canRedo, change, undo, redo } = useSketch(initial);
  const [tool, setTool] = useState<SketchTool>('pen');
  const [drawing, setDrawing] = useState<SketchThing | null>(null);
  const [erased, setErased] = useState<Sketch | null>(null);
  const [asking, setAsking] = useState<SketchThing | null>(null);
  const [isSaving, setSaving] = useState(false);
  const sheet = useRef<SVGSVGElement>(null);
  const pointer = useRef<number | null>(null);
  const isSaved = useRef(false);

  function place({ clientX, clientY }: { clientX: number; clientY: number }): SketchPoint {
    const { left, top, width, height } = sheet.current!.getBoundingClientRect();
    const within = (share: number, size: number) => Math.round(Math.min(size, Math.max(0, share * size)) * 10) / 10;
    return [within((clientX - left) / width, SHEET.width), within((clientY - top) / height, SHEET.height)];
  }

  function begin(event: PointerEvent): void {
    // The palm that follows a pen, and the second finger, draw nothing.
    if (pointer.current !== null || event.button !== 0) return;
    pointer.current = event.pointerId;
    sheet.current?.setPointerCapture?.(event.pointerId);
    const at = place(event);
    if (tool === 'pen') setDrawing({ kind: 'stroke', points: [at] });
    if (tool === 'eraser') setErased(eraseAt(sketch, at));
    if (tool === 'text') setDrawing({ kind: 'text', at, text: '' });
    if (tool === 'dimension') setDrawing({ kind: 'dimension', from: at, to: at, text: '' });
    if (tool === 'north') setDrawing({ kind: 'north', at, to: at });
  }

  function move(event: PointerEvent): void {
    if (pointer.current !== event.pointerId) return;
    const at = place(event);
    if (tool === 'eraser') setErased((now) => eraseAt(now ?? sketch, at));
    setDrawing((thing) => {
      if (thing?.kind === 'stroke') return { ...thing, points: extendStroke(thing.points, at) };
      return thing?.kind === 'dimension' || thing?.kind === 'north' ? { ...thing, to: at } : thing;
    });
  }

  function end(event: PointerEvent): void {
    if (pointer.current !== event.pointerId) return;
    pointer.current = null;
    if (erased) change(erased);
    setErased(null);
    setDrawing(null);
    if (drawing?.kind === 'stroke') change([...sketch, drawing]);
    if (drawing?.kind === 'text') setAsking(drawing);
    if (drawing?.kind === 'dimension' && distance(drawing.from, drawing.to) >= TAP) setAsking(drawing);
    if (drawing?.kind === 'north') {
      const isTap = distance(drawing.at, drawing.to) < TAP;
      change([...sketch, isTap ? { ...drawing, to: [drawing.at[0], drawing.at[1] - ARROW] } : drawing]);
    }
  }

  function onKey(event: KeyboardEvent): void {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
    event.preventDefault();
    if (event.shiftKey) redo();
    else undo();
  }

  async function save(): Promise<void> {
    setSaving(true);
    isSaved.current = true;
    try {
      await onSave(sketch);
    } catch (error) {
      isSaved.current = false;
      throw error;
    } finally {
      setSaving(false);
    }
  }

  const shown = [...(erased ?? sketch), ...(drawing ? [drawing] : []), ...(asking?.kind === 'dimension' ? [asking] : [])];
  return (
    <Stack sx={{ gap: 3 }} onKeyDown={onKey}>
      <SketchTools tool={tool} onTool={setTool} canUndo={canUndo} canRedo={canRedo} onUndo={undo} onRedo={redo} />
      <Box
        component="svg"
        ref={sheet}
        viewBox={`0 0 ${SHEET.width} ${SHEET.height}`}
        role="img"
        aria-label={`Sketch with ${sayCount(sketch.length, 'thing')} on it`}
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
        sx={{
          // The whole sheet and its buttons are seen at once; a sheet that scrolls cannot be drawn on.
          width: `min(100%, 1000px, calc((100dvh - 300px) * ${SHEET.width / SHEET.height}))`,
          minWidth: 280,
          aspectRatio: `${SHEET.width} / ${SHEET.height}`,
          bgcolor: INK.paper,
          border: 1,
          borderColor: 'inputLine',
          borderRadius: '10px',
          touchAction: 'none',
          userSelect: 'none',
          cursor: tool === 'eraser' ? 'cell' : 'crosshair',
        }}
      >
        {background ? <image href={background} width={SHEET.width} height={SHEET.height} preserveAspectRatio="xMidYMid meet" /> : null}
        <SketchThings sketch={shown} />
      </Box>
      <Stack direction="row" sx={{ gap: 2 }}>
        <Button variant="contained" loading={isSaving} disabled={!isChanged} onClick={() => void save().catch(() => {})}>
          Save sketch
        </Button>
        <Button onClick={onCancel} disabled={isSaving}>
          Cancel
        </Button>
      </Stack>
      {asking ? (
        <WordsDialog
          title={asking.kind === 'dimension' ? 'Dimension' : 'Text'}
          label={asking.kind === 'dimension' ? 'Length, such as 12.34 m' : 'Text'}
          onDone={(text) => {
            change([...sketch, { ...asking, text } as SketchThing]);
            setAsking(null);
          }}
          onClose={() => setAsking(null)}
        />
      ) : null}
      <LeaveGuard isUnsaved={() => isChanged && !isSaved.current} />
    </Stack>
  );
}
