import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Proxy = { origin: string; close(): Promise<void> };

/** Stands between the browser and the product and may change the text of an answer: how a newer build is made to appear. */
export async function startProxy(target: string, change: (path: string, body: string) => string | null): Promise<Proxy> {
  const { hostname, port } = new URL(target);
  const server = createServer((incoming, outgoing) => {
    // Always the whole text: an unchanged answer could not be changed.
    const { 'if-none-match': _match, 'if-modified-since': _since, ...given } = incoming.headers;
    const headers = { ...given, 'accept-encoding': 'identity' };
    const onward = request({ hostname, port, path: incoming.url, method: incoming.method, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const body = Buffer.concat(parts);
        const changed = change(incoming.url ?? '', body.toString('utf8'));
        const { 'content-length': _, 'transfer-encoding': __, ...rest } = answer.headers;
        outgoing.writeHead(answer.statusCode ?? 502, rest);
        outgoing.end(changed ?? body);
      });
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: own } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${own}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
