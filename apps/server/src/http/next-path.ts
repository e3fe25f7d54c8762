const INSIDE = ['/app/', '/staff/', '/api/docs/', '/auth/'];

/** Where to go after signing in: only to our own pages, whatever the address says. */
export function safeNext(next: string | undefined): string {
  if (!next || next.length > 2000) return '/app/';
  let path: string;
  try {
    path = decodeURIComponent(next);
  } catch {
    return '/app/';
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop these inside addresses, so what follows them would be read differently
  if (!/^\/(?![/\\])/.test(path) || /[\u0000-\u001f\\]/.test(path)) return '/app/';
  const url = new URL(path, 'http://here.invalid');
  if (url.host !== 'here.invalid' || !INSIDE.some((prefix) => `${url.pathname}/`.startsWith(prefix))) return '/app/';
  return url.pathname + url.search;
}
