import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What becomes of one request on its way. What `done` stands for has happened on the server, whatever the sender hears. */
export type Fate =
  | { kind: 'pass' }
  | { kind: 'delay'; ms: number }
  /** The server sees only so many bytes of the body, then the line is dead. */
  | { kind: 'cut_request'; after: number }
  /** Done; the sender sees only so many bytes of the answer. */
  | { kind: 'cut_response'; after: number }
  /** Done; no answer at all. */
  | { kind: 'drop_response' }
  /** Arrives several times at once; the sender hears the first answer. */
  | { kind: 'duplicate'; times: number; gap_ms: number }
  /** No answer now; it arrives after others that were sent later. */
  | { kind: 'late'; ms: number }
  | { kind: 'bad_gateway' }
  /** Done; a gateway in between had lost patience. */
  | { kind: 'gateway_timeout' }
  | { kind: 'hang' }
  | { kind: 'portal' }
  /** One byte of the body arrives as another. */
  | { kind: 'corrupt'; at: number }
  /** The body ends early, and its length says that this is all. */
  | { kind: 'truncate'; to: number };

export type Passing = { method: string; path: string; headers: IncomingMessage['headers']; body: Buffer };

export type FaultProxy = {
  origin: string;
  /** Where the product is now; null while it is down. */
  target: string | null;
  decide: (passing: Passing) => Fate;
  /** Told when a request has left for the server. */
  onForward: (passing: Passing) => void;
  /** Requests that the server has and has not answered. */
  readonly in_flight: number;
  readonly counted: { requests: number; bytes: number; faults: Map<Fate['kind'], number>; answers: Map<number, number> };
  faults(): number;
  close(): Promise<void>;
};

type Answer = { status: number; headers: IncomingMessage['headers']; body: Buffer };

const PORTAL = '<html><body>Welcome to our wireless network. Press here to accept.</body></html>';

/** Stands between tablets and the product and loses, cuts, doubles, delays and damages what passes, as it is told for each request. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  const counted: FaultProxy['counted'] = { requests: 0, bytes: 0, faults: new Map(), answers: new Map() };
  let inFlight = 0;

  /** Null: the line broke, or nobody listens. `send` may send less than the headers promise. */
  function forward(passing: Passing, body = passing.body, promised = body.length): Promise<Answer | null> {
    const to = proxy.target;
    if (to === null) return Promise.resolve(null);
    const { hostname, port } = new URL(to);
    const { connection: _, 'transfer-encoding': __, 'content-length': ___, ...headers } = passing.headers;
    if (promised > 0 || passing.headers['content-length'] !== undefined) headers['content-length' as string] = String(promised);
    inFlight += 1;
    counted.bytes += body.length;
    return new Promise<Answer | null>((resolve) => {
      const onward = request({ hostname, port, path: passing.path, method: passing.method, headers, agent }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: Buffer.concat(parts) }));
        answer.on('close', () => resolve(null));
        answer.on('error', () => resolve(null));
      });
      onward.on('error', () => resolve(null));
      if (body.length < promised) onward.write(body, () => setTimeout(() => onward.destroy(), 5));
      else onward.end(body);
      proxy.onForward(passing);
    }).finally(() => {
      inFlight -= 1;
    });
  }

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const { method = 'GET', url: path = '/', headers } = incoming;
    const passing: Passing = { method, path, headers, body: Buffer.concat(parts) };
    counted.requests += 1;
    const fate = proxy.decide(passing);
    if (fate.kind !== 'pass') counted.faults.set(fate.kind, (counted.faults.get(fate.kind) ?? 0) + 1);
    await meet(fate, passing, outgoing);
  }

  async function meet(fate: Fate, passing: Passing, outgoing: ServerResponse): Promise<void> {
    const { body } = passing;
    switch (fate.kind) {
      case 'pass':
        return give(outgoing, await forward(passing));
      case 'delay':
        await sleep(fate.ms);
        return give(outgoing, await forward(passing));
      case 'cut_request':
        if (body.length > 0) await forward(passing, body.subarray(0, Math.min(fate.after, body.length - 1)), body.length);
        return void outgoing.destroy();
      case 'cut_response':
        return give(outgoing, await forward(passing), fate.after);
      case 'drop_response':
        await forward(passing);
        return void outgoing.destroy();
      case 'duplicate': {
        const copies: Promise<Answer | null>[] = [];
        for (let copy = 0; copy < fate.times; copy += 1) copies.push(sleep(copy * fate.gap_ms).then(() => forward(passing)));
        give(outgoing, await copies[0]!);
        await Promise.all(copies);
        return;
      }
      case 'late':
        outgoing.destroy();
        await sleep(fate.ms);
        await forward(passing);
        return;
      case 'bad_gateway':
        return give(outgoing, { status: 502, headers: {}, body: Buffer.from('Bad gateway') });
      case 'gateway_timeout':
        await forward(passing);
        return give(outgoing, { status: 504, headers: {}, body: Buffer.from('Gateway timeout') });
      case 'hang':
        return;
      case 'portal':
        return give(outgoing, { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from(PORTAL) });
      case 'corrupt': {
        const other = Buffer.from(body);
        const at = Math.min(fate.at, other.length - 1);
        if (at >= 0) other[at] = other[at]! ^ 0x41;
        return give(outgoing, await forward(passing, other));
      }
      case 'truncate':
        return give(outgoing, await forward(passing, body.subarray(0, fate.to)));
    }
  }

  function give(outgoing: ServerResponse, answer: Answer | null, atMost = Number.POSITIVE_INFINITY): void {
    if (answer === null) return void outgoing.destroy();
    counted.answers.set(answer.status, (counted.answers.get(answer.status) ?? 0) + 1);
    const { connection: _, 'transfer-encoding': __, ...headers } = answer.headers;
    outgoing.writeHead(answer.status, { ...headers, 'content-length': headers['content-length'] ?? answer.body.length });
    counted.bytes += answer.body.length;
    if (atMost >= answer.body.length) return void outgoing.end(answer.body);
    outgoing.write(answer.body.subarray(0, atMost), () => outgoing.destroy());
  }

  const server = createServer((incoming, outgoing) => {
    outgoing.on('error', () => {});
    // A sender that went away in the middle of its own body has sent nothing.
    handle(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: FaultProxy = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target,
    decide: () => ({ kind: 'pass' }),
    onForward: () => {},
    get in_flight() {
      return inFlight;
    },
    counted,
    faults: () => [...counted.faults.values()].reduce((sum, times) => sum + times, 0),
    close: () =>
      new Promise((resolve) => {
        agent.destroy();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}

function sleep(ms: number): Promise<void> {
  return ms <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms));
}
