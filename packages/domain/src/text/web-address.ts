/** What stands before a colon that comes first: a scheme to a browser, wherever the text is made a link. */
const SCHEME = /^[^/?#]*:/;

/** A website as people write it, with or without https:// before it; nothing that a browser would run instead of visit. */
export function whyNotWebAddress(text: string): string | null {
  const scheme = SCHEME.exec(text)?.[0].toLowerCase();
  const isWeb = scheme === undefined || ((scheme === 'http:' || scheme === 'https:') && URL.canParse(text) && text[scheme.length] === '/');
  return isWeb ? null : 'Use a web address that begins with https:// or http://.';
}
