import { personRef } from './person.ts';
import { STAMP, STAMPS } from './stamps.ts';

/** What everything that Fern has taken down in the field carries. */
export const CAPTURED = {
  ...{ ...STAMPS, version: 3, updated_by: personRef('fern'), captured_by: personRef('fern') },
  ...{ is_deleted: false, seq: 1, received_at: STAMP, device: null, conflict: [], late: false },
};

/** The run of the tests of a screen. */
export const RUN = '019d6ddf-1874-7914-82e3-64b3fce9feee';

export function uuid(n: number): string {
  return `019d6ddf-1874-7914-82e3-${String(n).padStart(12, '0')}`;
}
