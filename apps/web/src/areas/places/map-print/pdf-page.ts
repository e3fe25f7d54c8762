/** Letter on its side, in points. */
export const PAGE = { width: 792, height: 612 } as const;

/** What a standard font of PDF can write: Latin 1 and a few marks; the rest becomes a question mark. */
const MARKS: Readonly<Record<string, number>> = {
  '–': 0x96,
  '—': 0x97,
  '’': 0x92,
  '‘': 0x91,
  '“': 0x93,
  '”': 0x94,
  '…': 0x85,
  '•': 0x95,
  '€': 0x80,
};

function encode(text: string): string {
  return Array.from(text.replaceAll('\u202f', ' '), (sign) => {
    const code = MARKS[sign] ?? sign.codePointAt(0)!;
    const byte = code > 255 ? 63 : code;
    return byte === 40 || byte === 41 || byte === 92 || byte < 32 || byte > 126 ? `\\${byte.toString(8).padStart(3, '0')}` : sign;
  }).join('');
}

const figure = (value: number) => String(Number(value.toFixed(2)));

/** A sheet being drawn. Positions are in points from its top left corner. */
export class PdfPage {
  private readonly lines: string[] = [];

  private at(x: number, y: number): string {
    return `${figure(x)} ${figure(PAGE.height - y)}`;
  }
  private paint(colour: string): string {
    const parts = [1, 3, 5].map((from) => figure(Number.parseInt(colour.slice(from, from + 2), 16) / 255));
    return parts.join(' ');
  }

  text(x: number, y: number, size: number, words: string, { isBold = false, colour = '#000000' } = {}): void {
    this.lines.push(`BT /${isBold ? 'B' : 'R'} ${size} Tf ${this.paint(colour)} rg ${this.at(x, y)} Td (${encode(words)}) Tj ET`);
  }

  /** A closed outline, filled or drawn as a line. */
  polygon(
    points: readonly (readonly [number, number])[],
    { fill, stroke, width = 1 }: { fill?: string; stroke?: string; width?: number },
  ): void {
    const path = points.map(([x, y], place) => `${this.at(x, y)} ${place === 0 ? 'm' : 'l'}`).join(' ');
    const colours = `${fill ? `${this.paint(fill)} rg ` : ''}${stroke ? `${this.paint(stroke)} RG ${figure(width)} w ` : ''}`;
    this.lines.push(`${colours}${path} h ${fill && stroke ? 'B' : fill ? 'f' : 'S'}`);
  }

  line(points: readonly (readonly [number, number])[], width = 1): void {
    const path = points.map(([x, y], place) => `${this.at(x, y)} ${place === 0 ? 'm' : 'l'}`).join(' ');
    this.lines.push(`0 0 0 RG ${figure(width)} w ${path} S`);
  }

  circle(x: number, y: number, radius: number, look: { fill?: string; stroke?: string; width?: number }): void {
    const sides = 24;
    const turn = (place: number) => (2 * Math.PI * place) / sides;
    this.polygon(
      Array.from({ length: sides }, (_, place) => [x + radius * Math.cos(turn(place)), y + radius * Math.sin(turn(place))] as const),
      look,
    );
  }

  picture(x: number, y: number, width: number, height: number): void {
    this.lines.push(`q ${figure(width)} 0 0 ${figure(height)} ${this.at(x, y + height)} cm /P Do Q`);
  }

  /** The file: this sheet with one JPEG. */
  toPdf(title: string, jpeg: Uint8Array, pixels: { width: number; height: number }): Uint8Array<ArrayBuffer> {
    const content = this.lines.join('\n');
    const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
    const image = `<< /Type /XObject /Subtype /Image /Width ${pixels.width} /Height ${pixels.height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>`;
    const objects: (string | [head: string, bytes: Uint8Array])[] = [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Contents 4 0 R /Resources << /Font << /R 5 0 R /B 6 0 R >> /XObject << /P 7 0 R >> >> >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      font('Helvetica'),
      font('Helvetica-Bold'),
      [image, jpeg],
      `<< /Title (${encode(title)}) >>`,
    ];
    const bytes = new TextEncoder();
    const pieces: Uint8Array[] = [bytes.encode('%PDF-1.4\n')];
    const starts: number[] = [];
    let length = pieces[0]!.length;
    const add = (piece: Uint8Array) => {
      pieces.push(piece);
      length += piece.length;
    };
    for (const [place, object] of objects.entries()) {
      starts.push(length);
      add(bytes.encode(`${place + 1} 0 obj\n`));
      if (typeof object === 'string') add(bytes.encode(object));
      else {
        add(bytes.encode(`${object[0]}\nstream\n`));
        add(object[1]);
        add(bytes.encode('\nendstream'));
      }
      add(bytes.encode('\nendobj\n'));
    }
    const table = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
    const head = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
    const tail = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${length}\n%%EOF\n`;
    add(bytes.encode(head + tail));
    const whole = new Uint8Array(length);
    let place = 0;
    for (const piece of pieces) {
      whole.set(piece, place);
      place += piece.length;
    }
    return whole;
  }
}
