/** One revision of one item from one device: however often it is sent, the server applies it once (S3). */
export function opId(item: { id: string }, rev: number, device: string): string {
  return `${item.id}:${rev}:${device}`;
}

/** FNV-1a over UTF-16 units, twice with different seeds: not a promise of secrecy, only of noticing a difference. */
export function hashText(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x01000193;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x85ebca6b) + 0x9e3779b9;
  }
  return (a >>> 0).toString(16).padStart(8, '0') + (b >>> 0).toString(16).padStart(8, '0');
}
