import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LAB, readLabModule } from './lab-modules.ts';

/** What becomes of one request. `lose`: the server has done it, and nobody hears of it. `hang`: nobody ever answers. */
export type Fate = 'pass' | 'portal' | 'lose' | 'cut' | 'hang';

export type FaultProxy = {
  readonly origin: string;
  /** asked for every request; the test changes it as it goes */
  fate: (method: string, path: string) => Fate;
  /** may change the text of an answer: how a newer build is made to appear */
  change: (path: string, body: string) => string | null;
  /** or its status */
  status: (path: string) => number | null;
  /** what was asked, in order */
  readonly asked: { method: string; path: string; fate: Fate }[];
  close(): Promise<void>;
};

const PORTAL = '<!doctype html><title>Free Wi-Fi</title><h1>Welcome to the Motel. Please sign in.</h1>';

/** Stands between the browser and the product as a bad network would. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const { hostname, port } = new URL(target);
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/';
    if (path.startsWith(LAB)) return void serveLab(path, outgoing);
    const fate = proxy.fate(incoming.method ?? 'GET', path);
    proxy.asked.push({ method: incoming.method ?? 'GET', path, fate });
    if (fate === 'cut') return void incoming.socket.destroy();
    if (fate === 'hang') return;
    if (fate === 'portal') {
      outgoing.writeHead(200, { 'Content-Type': 'text/html' });
      return void outgoing.end(PORTAL);
    }
    forward(incoming, outgoing, fate);
  });
  function forward(incoming: IncomingMessage, outgoing: ServerResponse, fate: Fate): void {
    const { 'if-none-match': _match, 'if-modified-since': _since, ...given } = incoming.headers;
    const headers = { ...given, 'accept-encoding': 'identity' };
    const onward = request({ hostname, port, path: incoming.url, method: incoming.method, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        if (fate === 'lose') return void incoming.socket.destroy();
        const body = Buffer.concat(parts);
        const changed = proxy.change(incoming.url ?? '', body.toString('utf8'));
        const { 'content-length': _, 'transfer-encoding': __, ...rest } = answer.headers;
        outgoing.writeHead(proxy.status(incoming.url ?? '') ?? answer.statusCode ?? 502, rest);
        outgoing.end(changed ?? body);
      });
    });
    onward.on('error', () => incoming.socket.destroy());
    incoming.pipe(onward);
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: FaultProxy = {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    fate: () => 'pass',
    change: () => null,
    status: () => null,
    asked: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}

async function serveLab(path: string, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(200, { 'Content-Type': 'text/javascript', 'Cache-Control': 'max-age=600' });
  try {
    outgoing.end(await readLabModule(path.split('?')[0] ?? path));
  } catch (error) {
    outgoing.end(`throw new Error(${JSON.stringify(String(error))});`);
  }
}
