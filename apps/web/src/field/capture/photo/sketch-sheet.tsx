import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Modal from '@mui/material/Modal';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { FieldNoteStrip } from '../../frame/field-note-strip.tsx';
import { ChoiceChips } from '../point/choice-chips.tsx';

type Stroke = { readonly colour: string; readonly path: readonly (readonly [number, number])[] };

const COLOURS = [
  { value: '#FF2D20', label: 'Red' },
  { value: '#FFE600', label: 'Yellow' },
  { value: '#00C2FF', label: 'Blue' },
];

function draw(pen: CanvasRenderingContext2D, picture: HTMLImageElement, strokes: readonly Stroke[]): void {
  const { width, height } = pen.canvas;
  pen.drawImage(picture, 0, 0, width, height);
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  pen.lineWidth = Math.max(4, Math.round(Math.max(width, height) / 200));
  for (const { colour, path } of strokes) {
    pen.strokeStyle = colour;
    pen.beginPath();
    for (const [at, [x, y]] of path.entries()) {
      if (at === 0) pen.moveTo(x, y);
      else pen.lineTo(x, y);
    }
    pen.stroke();
  }
}

export type SketchSheetProps = { url: string; onSave: (drawing: Blob) => Promise<void>; onClose: () => void };

/** Drawing with a finger on a copy of a picture. The picture itself is never touched. */
export function SketchSheet({ url, onSave, onClose }: SketchSheetProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [picture, setPicture] = useState<HTMLImageElement | null>(null);
  const [strokes, setStrokes] = useState<readonly Stroke[]>([]);
  const [colour, setColour] = useState(COLOURS[0]!.value);
  const isDown = useRef(false);

  useEffect(() => {
    const image = new Image();
    image.onload = () => setPicture(image);
    image.src = url;
  }, [url]);
  useEffect(() => {
    const pen = canvas.current?.getContext('2d');
    if (pen && picture) draw(pen, picture, strokes);
  }, [picture, strokes]);

  const placeOf = (event: PointerEvent<HTMLCanvasElement>): readonly [number, number] => {
    const box = event.currentTarget.getBoundingClientRect();
    const { width, height } = event.currentTarget;
    return [((event.clientX - box.left) / box.width) * width, ((event.clientY - box.top) / box.height) * height];
  };
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    isDown.current = true;
    event.currentTarget.setPointerCapture(event.pointerId);
    setStrokes([...strokes, { colour, path: [placeOf(event)] }]);
  };
  const go = (event: PointerEvent<HTMLCanvasElement>) => {
    const last = strokes.at(-1);
    if (!isDown.current || !last) return;
    setStrokes([...strokes.slice(0, -1), { ...last, path: [...last.path, placeOf(event)] }]);
  };
  const save = () => canvas.current?.toBlob((blob) => blob && void onSave(blob), 'image/jpeg', 0.85);
  return (
    <Modal open onClose={onClose} aria-label="Sketch">
      <Box
        sx={{
          position: 'fixed',
          inset: 0,
          bgcolor: 'background.default',
          display: 'grid',
          gridTemplateRows: 'auto minmax(0, 1fr) auto',
          outline: 'none',
        }}
      >
        <FieldNoteStrip />
        <Box sx={{ display: 'grid', placeItems: 'center', minHeight: 0, p: 1 }}>
          {picture ? (
            <Box
              component="canvas"
              ref={canvas}
              width={picture.naturalWidth}
              height={picture.naturalHeight}
              aria-label="The picture to draw on"
              onPointerDown={begin}
              onPointerMove={go}
              onPointerUp={() => {
                isDown.current = false;
              }}
              sx={{ maxWidth: '100%', maxHeight: '100%', minHeight: 0, touchAction: 'none' }}
            />
          ) : null}
        </Box>
        <Box sx={{ p: 2, display: 'flex', flexWrap: 'wrap', gap: '8px', alignItems: 'center', bgcolor: 'background.paper' }}>
          <ChoiceChips label="Colour" isLabelHidden choices={COLOURS} value={colour} onChange={(_, tapped) => setColour(tapped)} />
          <Box sx={{ flex: 1 }} />
          <Button variant="outlined" color="inherit" disabled={strokes.length === 0} onClick={() => setStrokes(strokes.slice(0, -1))}>
            Undo
          </Button>
          <Button variant="outlined" color="inherit" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="contained" disabled={strokes.length === 0} onClick={save}>
            Save copy
          </Button>
        </Box>
      </Box>
    </Modal>
  );
}
