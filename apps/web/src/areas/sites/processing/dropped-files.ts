/** What computers lay beside a person's own files. */
export function isHiddenFile(path: string): boolean {
  const parts = path.split(/[\\/]/);
  return parts.includes('__MACOSX') || /^(\.|Thumbs\.db$|desktop\.ini$)/i.test(parts.at(-1) ?? '');
}

const filesOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject));

/** A folder is told in pieces of a hundred; an empty piece is the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const piece = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (piece.length === 0) return all;
    all.push(...piece);
  }
}

async function collect(entry: FileSystemEntry): Promise<File[]> {
  if (isHiddenFile(entry.name)) return [];
  if (entry.isFile) return [await filesOf(entry as FileSystemFileEntry)];
  const inside = await entriesOf(entry as FileSystemDirectoryEntry);
  return (await Promise.all(inside.map(collect))).flat();
}

/** What was dropped, with the files of every folder in it. */
export async function listDropped({ items, files }: DataTransfer): Promise<File[]> {
  // Read at once: after the event the browser forgets them.
  const entries = [...(items ?? [])].map((item) => item.webkitGetAsEntry?.() ?? null);
  if (entries.length === 0 || entries.includes(null)) return [...files].filter(({ name }) => !isHiddenFile(name));
  return (await Promise.all(entries.map((entry) => collect(entry!)))).flat();
}
