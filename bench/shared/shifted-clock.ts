import { ServerResponse } from 'node:http';

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

if (shift !== 0) {
  globalThis.Date = ShiftedDate as DateConstructor;
  // Node stamps answers by a clock of its own, and by that stamp tablets know the server's time.
  const writeHead = ServerResponse.prototype.writeHead as (...given: unknown[]) => ServerResponse;
  ServerResponse.prototype.writeHead = function (this: ServerResponse, ...given: unknown[]) {
    this.setHeader('date', new ShiftedDate().toUTCString());
    return writeHead.apply(this, given);
  } as typeof ServerResponse.prototype.writeHead;
}
