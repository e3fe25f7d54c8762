import { createConnection } from 'node:net';

type Mail = { from: string; to: string; subject: string; text: string; messageId: string };

/** Hands a plain mail to a listener the way a mail server does; answers its last word. */
export function sendMail(port: number, mail: Mail): Promise<string> {
  const lines = [
    `From: ${mail.from}`,
    `To: ${mail.to}`,
    `Subject: ${mail.subject}`,
    `Message-ID: ${mail.messageId}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    mail.text,
  ];
  return sendSource(port, mail, lines.join('\r\n'));
}

/** The same for a mail of any shape; none of its lines may be a single dot. */
export async function sendSource(port: number, { from, to }: { from: string; to: string }, source: string): Promise<string> {
  const socket = createConnection({ host: '127.0.0.1', port });
  const lines: string[] = [];
  let wake = () => {};
  let rest = '';
  socket.on('data', (chunk) => {
    rest += chunk.toString();
    for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
      lines.push(rest.slice(0, end));
      rest = rest.slice(end + 2);
    }
    wake();
  });
  const failed = new Promise<never>((_, reject) => socket.once('error', reject));
  /** The last line of an answer: the one without a dash after its number. */
  async function answer(): Promise<string> {
    for (;;) {
      const line = lines.shift();
      if (line && line[3] !== '-') return line;
      if (line === undefined) await Promise.race([new Promise<void>((resolve) => (wake = resolve)), failed]);
    }
  }
  async function say(words: string): Promise<string> {
    socket.write(`${words}\r\n`);
    return answer();
  }
  await Promise.race([answer(), failed]);
  await say('EHLO mail.example.ca');
  await say(`MAIL FROM:<${from}>`);
  await say(`RCPT TO:<${to}>`);
  await say('DATA');
  const last = await say(`${source}\r\n.`);
  socket.end('QUIT\r\n');
  return last;
}
