/** What the viewer shows, as the address of a historical file says it. */
export type ViewerPlace = { scan: number; page: number; find: string };

/** The address that opens the viewer: a link shows what was seen. */
export function viewerLink(file: number, { scan, page, find }: ViewerPlace) {
  return {
    to: '/historical/$id',
    params: { id: String(file) },
    search: { scan, ...(page > 1 ? { page } : {}), ...(find ? { find } : {}) },
  } as const;
}

const wholeNumber = (value: unknown): number | null => {
  const number = Number(value);
  return Number.isInteger(number) && number > 0 ? number : null;
};

/** The viewer's place in an address, or null where it is not open. */
export function readViewerPlace(search: Readonly<Record<string, unknown>>): ViewerPlace | null {
  const scan = wholeNumber(search.scan);
  return scan === null ? null : { scan, page: wholeNumber(search.page) ?? 1, find: search.find === undefined ? '' : String(search.find) };
}
