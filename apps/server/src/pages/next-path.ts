const HOME = '/app/';
const INSIDE = ['/app/', '/staff/', '/api/docs/', '/auth/'];

/** One of our own pages, however a browser may read it. */
function isOurs(path: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop these inside addresses, so what follows them would be read differently
  if (!/^\/(?![/\\])/.test(path) || /[\u0000-\u001f\\]/.test(path)) return false;
  const { host, pathname } = new URL(path, 'http://here.invalid');
  return host === 'here.invalid' && INSIDE.some((prefix) => `${pathname}/`.startsWith(prefix));
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/**
 * Where to go after signing in: only to our own pages, whatever the address says. Takes `next` as it was meant, its own coding taken
 * off by whoever read the request. Judged as it stands and with its path decoded, but answered as it stands: `%2B` is not a plus.
 */
export function safeNext(next: string | undefined): string {
  if (!next || next.length > 2000 || !isOurs(next)) return HOME;
  const { pathname, search, hash } = new URL(next, 'http://here.invalid');
  const plain = decoded(pathname);
  return plain !== null && isOurs(plain) ? pathname + search + hash : HOME;
}
