import type { Random } from './random.ts';

/** Of the province first, then of where its people have moved to. Numbers beginning 555 belong to nobody. */
const AREAS = '506 428 902 418 207 709 416 613 514 403 780 604 438 647 782 819 450 905 343 367'.split(' ');

/** As people write them. */
const NOTATIONS: readonly ((area: string, line: string) => string)[] = [
  (area, line) => `${area}-555-${line}`,
  (area, line) => `(${area}) 555-${line}`,
  (area, line) => `${area}.555.${line}`,
  (area, line) => `+1 ${area} 555 ${line}`,
  (area, line) => `${area}555${line}`,
];

export type PhoneBook = (slot: number, random: Random) => string;

/** Before that are the firm's own number, those of its people, and those of the clients every demo has. */
const FIRST_FREE = 135;

/**
 * A number for each slot, written by some hand. A small firm gets by with the numbers set aside for stories (555-0100 to 0199), so
 * that nobody real is ever called; a large one needs the rest of an exchange that is given to nobody.
 */
export function createPhoneBook(slots: number): PhoneBook {
  const isSmall = slots < (200 - FIRST_FREE) * AREAS.length;
  const [first, perArea] = isSmall ? [FIRST_FREE, 200 - FIRST_FREE] : [1000, 9000];
  return (slot, random) => {
    const area = AREAS[Math.floor(slot / perArea) % AREAS.length]!;
    // All of an area once, in an order that does not look like one: 5563 has no factor in common with either size.
    const line = first + ((slot * 5563) % perArea);
    return random.pick(NOTATIONS)(area, String(line).padStart(4, '0'));
  };
}
