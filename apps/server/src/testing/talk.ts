import { connect } from 'node:net';

/** What stands in the first answer on a connection, and the connection itself for whoever has more to send. */
type Talk = {
  answer: Promise<{ status: number; headers: Record<string, string>; body: string }>;
  send(text: string): void;
  closed: Promise<void>;
  hangUp(): void;
};

/** Speaks HTTP by hand: for what a client that behaves never sends. */
export function talk(port: number, text: string): Talk {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  let received = '';
  const closed = new Promise<void>((done) => socket.once('close', () => done()));
  const answer = new Promise<string>((done, fail) => {
    socket.on('data', (chunk) => {
      received += chunk;
      const [head, body = ''] = received.split('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(head!)?.[1] ?? 0);
      if (received.includes('\r\n\r\n') && Buffer.byteLength(body) >= length) done(received);
    });
    socket.once('close', () => fail(new Error(`closed after "${received}"`)));
  }).then((whole) => {
    const [head, body] = whole.split('\r\n\r\n') as [string, string];
    const [first, ...lines] = head.split('\r\n');
    const headers = Object.fromEntries(lines.map((line) => [line.split(': ')[0]!.toLowerCase(), line.slice(line.indexOf(': ') + 2)]));
    return { status: Number(first!.split(' ')[1]), headers, body };
  });
  answer.catch(() => {});
  socket.write(text);
  return { answer, send: (more) => void socket.write(more), closed, hangUp: () => void socket.destroy() };
}
