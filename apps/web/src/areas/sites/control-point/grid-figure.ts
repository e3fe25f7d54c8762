const GROUPED = new Intl.NumberFormat('en-CA', { minimumFractionDigits: 4, maximumFractionDigits: 4, useGrouping: false });

/** Metres on the office grid as people compare them: four decimals, nothing between the digits. */
export function sayGrid(metres: number | null | undefined): string {
  return metres === null || metres === undefined ? '' : GROUPED.format(metres);
}

/** A difference in millimetres with its sign: "+12", "−4". */
export function sayMillimetres(metres: number | null | undefined): string {
  if (metres === null || metres === undefined) return '–';
  const mm = Math.round(metres * 1000);
  return mm === 0 ? '0' : mm > 0 ? `+${mm}` : `−${-mm}`;
}
