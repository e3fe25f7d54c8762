import { parseXml, type XmlElement } from '../read/ppp/xml.ts';
import { LayerRefusal } from './layer.ts';

/** The root of an XML layer. Blocks of raw text become plain text first; a document type is refused, so nothing can expand. */
export function readXmlRoot(text: string, wanted: string): XmlElement {
  const document = parseXml(unwrapRawText(text).replace(/\r\n?/g, '\n'));
  if (document.is_refused)
    throw new LayerRefusal('This file declares entities of its own, which are not read. Export it again without them.');
  const root = document.roots.find((element) => localName(element) === wanted);
  if (!root) throw new LayerRefusal(`This XML is not ${wanted.toUpperCase()}.`);
  return root;
}

function unwrapRawText(text: string): string {
  return text.replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, (_, inside: string) =>
    inside.replace(/[&<>]/g, (sign) => (sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : '&gt;')),
  );
}

/** A name without its prefix, in lower case. */
export function localName({ name }: XmlElement): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}

export function childrenOf(element: XmlElement, ...names: string[]): XmlElement[] {
  return element.children.filter((child) => names.includes(localName(child)));
}

/** The text of the first child of this name, trimmed; empty when there is none. */
export function textOf(element: XmlElement, name: string): string {
  return childrenOf(element, name)[0]?.text.trim() ?? '';
}

/** Markup in a description is for another program: what is left is what a person would read. */
export function withoutMarkup(text: string): string {
  return text
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
