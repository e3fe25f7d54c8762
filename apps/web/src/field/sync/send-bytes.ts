import type { WireAnswer, WireRequest } from '@dmse/sync/wire';

const STALL = 20_000;

/**
 * A picture, or a piece of one. XMLHttpRequest, because only it tells how far an upload has come: a slow link may take its time, but
 * one on which nothing moves is given up.
 */
export function sendBytes(request: WireRequest, headers: Record<string, string>): Promise<WireAnswer | null> {
  return new Promise((resolve) => {
    const exchange = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const breathe = () => {
      clearTimeout(timer);
      timer = setTimeout(() => exchange.abort(), request.stall_ms ?? STALL);
    };
    const end = (answer: WireAnswer | null) => {
      clearTimeout(timer);
      resolve(answer);
    };
    exchange.open(request.method, request.path);
    for (const [name, value] of Object.entries(headers)) exchange.setRequestHeader(name, value);
    if (request.chunk) exchange.setRequestHeader('content-type', 'application/offset+octet-stream');
    exchange.upload.onprogress = breathe;
    exchange.onprogress = breathe;
    exchange.onreadystatechange = breathe;
    exchange.onload = () =>
      end({ status: exchange.status, headers: readHeaders(exchange.getAllResponseHeaders()), body: readJson(exchange.responseText) });
    exchange.onerror = () => end(null);
    exchange.onabort = () => end(null);
    exchange.ontimeout = () => end(null);
    breathe();
    exchange.send(request.chunk ? new Blob([request.chunk as BlobPart]) : formOf(request));
  });
}

function readHeaders(text: string): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers[line.slice(0, colon).trim().toLowerCase()] = line.slice(colon + 1).trim();
  }
  return headers;
}

/** The fields as text, lists and records as JSON, nothing for null; the file last. */
function formOf({ body, file }: WireRequest): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) {
    form.append(name, value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  if (file) form.append('file', new Blob([file.bytes as BlobPart], { type: file.mime }), file.name);
  return form;
}

export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
