import qrcode from 'qrcode-generator';

/** A text as a QR code: a square of so many modules, and the SVG path that draws the dark ones. */
export function makeQrCode(text: string): { size: number; path: string } {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const size = code.getModuleCount();
  const places = Array.from({ length: size }, (_, place) => place);
  const path = places.flatMap((row) => places.filter((column) => code.isDark(row, column)).map((column) => `M${column} ${row}h1v1h-1z`));
  return { size, path: path.join('') };
}
