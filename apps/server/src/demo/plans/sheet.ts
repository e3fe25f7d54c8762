/** What is drawn on a sheet, in points from its top left; angles in degrees clockwise. */
export type Spot = readonly [x: number, y: number];
export type Mark =
  | { line: readonly Spot[]; width?: number; dash?: number }
  | { circle: Spot; radius: number; width?: number; is_solid?: boolean }
  | { area: readonly Spot[] }
  | { text: string; at: Spot; size: number; is_bold?: boolean; angle?: number; align?: Align };
type Align = 'left' | 'middle' | 'right';
export type Sheet = { width: number; height: number; marks: Mark[] };

export const TABLOID = { width: 1224, height: 792 };

/** A pen over a sheet: what several parts of a plan draw again and again. */
export function takePen({ width, height }: Pick<Sheet, 'width' | 'height'>) {
  const marks: Mark[] = [];
  const add = (...more: Mark[]) => marks.push(...more);
  return {
    sheet: { width, height, marks } as Sheet,
    add,
    text(text: string, at: Spot, size: number, look: { is_bold?: boolean; angle?: number; align?: Align } = {}): void {
      add({ text, at, size, ...look });
    },
    /** Lines of text below each other; answers where the next would stand. */
    lines(lines: readonly string[], [x, y]: Spot, size: number, look: { is_bold?: boolean; align?: Align } = {}): number {
      for (const [at, text] of lines.entries()) add({ text, at: [x, y + at * size * 1.35], size, ...look });
      return y + lines.length * size * 1.35;
    },
    box(left: number, top: number, right: number, bottom: number, penWidth = 0.8): void {
      const corners: Spot[] = [
        [left, top],
        [right, top],
        [right, bottom],
        [left, bottom],
        [left, top],
      ];
      add({ line: corners, width: penWidth });
    },
    /** A table with a heading; answers its height. */
    table(title: string, rows: readonly (readonly string[])[], [left, top]: Spot, columns: readonly number[], size = 8): number {
      const [step, right] = [size * 1.6, left + columns.reduce((sum, column) => sum + column, 0)];
      add({ text: title, at: [left, top - 5], size: size + 1, is_bold: true });
      for (const [at, row] of rows.entries()) {
        let x = left;
        for (const [column, text] of row.entries()) {
          add({ text, at: [x + 4, top + (at + 1) * step - size * 0.5], size, is_bold: at === 0 });
          x += columns[column]!;
        }
      }
      const bottom = top + rows.length * step;
      for (let at = 0; at <= rows.length; at++) add({ line: [[left, top + at * step], [right, top + at * step]], width: 0.5 }); // biome-ignore format: one rule
      let x = left;
      for (const column of [0, ...columns]) {
        x += column;
        add({ line: [[x, top], [x, bottom]], width: 0.5 }); // biome-ignore format: one rule
      }
      return bottom - top;
    },
  };
}

export type Pen = ReturnType<typeof takePen>;

/** Words broken into lines of at most so many letters. */
export function wrap(text: string, letters: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1)!;
    if (last !== '' && last.length + word.length + 1 > letters) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}
