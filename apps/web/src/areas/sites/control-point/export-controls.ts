import type { ControlPointRow } from '@dmse/contract/sites/control-point';
import { writePenzd } from '@dmse/survey/write/penzd';
import { saveFile } from '../../../parts/file/save-file.ts';

/** Downloads control points as the office's point list. `today` is the firm's day. */
export function exportControls(points: readonly ControlPointRow[], today: string): void {
  const text = writePenzd(points.map(({ note, ...point }) => ({ ...point, description: note })));
  saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), `control-points-${today}.csv`);
}
