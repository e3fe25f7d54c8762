/**
 * Loaded before a server's own code (`node --import`): moves its clock by CLOCK_SHIFT_MS, so that a machine whose time was set back is
 * one whose time was set back, without touching this one's.
 */
const shift = Number(process.env.CLOCK_SHIFT_MS ?? 0);
const TrueDate = Date;

class ShiftedDate extends TrueDate {
  constructor(...given: [] | [number | string | Date]) {
    if (given.length === 0) super(TrueDate.now() + shift);
    else super(...(given as [number]));
  }
  static override now(): number {
    return TrueDate.now() + shift;
  }
}

if (shift !== 0) globalThis.Date = ShiftedDate as DateConstructor;
