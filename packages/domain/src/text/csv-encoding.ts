/** How the letters of a CSV file are written down: what spreadsheet programs save on this side of the world. */
export const CSV_ENCODINGS = ['utf-8', 'utf-16le', 'windows-1252'] as const;
export type CsvEncoding = (typeof CSV_ENCODINGS)[number];

function startsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, i) => bytes[i] === byte);
}

/**
 * A mark at the beginning decides. Without one, text that is valid UTF-8 is UTF-8 (no other text is so by chance, unless it has no
 * accents and then the answer does not matter), and the rest is what Excel calls plain CSV.
 */
function decode(bytes: Uint8Array): { encoding: CsvEncoding; text: string } {
  if (startsWith(bytes, [0xff, 0xfe])) return { encoding: 'utf-16le', text: new TextDecoder('utf-16le').decode(bytes) };
  try {
    return { encoding: 'utf-8', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { encoding: 'windows-1252', text: new TextDecoder('windows-1252').decode(bytes) };
  }
}

/** The text of a file, in the encoding a person has chosen or else in the one its bytes speak for. Never fails. */
export function decodeCsv(bytes: Uint8Array, chosen?: CsvEncoding): { encoding: CsvEncoding; text: string } {
  return chosen ? { encoding: chosen, text: new TextDecoder(chosen).decode(bytes) } : decode(bytes);
}
