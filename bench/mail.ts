// Mails with many attachments, handed to the SMTP listener: how long until each is kept for good and stands as a memo with all of them.

import { freePort } from '../apps/server/src/testing/free-port.ts';
import { sendMail, sendSource } from '../e2e/shared/send-mail.ts';
import { compare, signIn, startProduct } from './shared/product.ts';

const COUNTS = [100, 300, 600, 3000];
/** Twelve seconds when it was first measured. */
const LIMIT_600_S = 1.5;
/** An attachment among thousands costs no more than one among a hundred. */
const LIMIT_RATIO = 1.5;
const DOMAIN = 'inbox.example.ca';
const FROM = 'mona@example.ca';

/** A mail of that many different text files of about two kilobytes. */
function mailWith(count: number, to: string): string {
  const head = `From: ${FROM}\r\nTo: ${to}\r\nSubject: ${count} files\r\nMessage-ID: <bench-${count}@example.ca>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=edge\r\n\r\n`;
  const files = Array.from({ length: count }, (_, at) => {
    const content = Buffer.from(`Point ${at}\n${`${count} ${at} 2514000.123 7482000.456\n`.repeat(60)}`).toString('base64');
    return `--edge\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename="points-${at}.txt"\r\nContent-Transfer-Encoding: base64\r\n\r\n${content.replace(/.{76}/g, '$&\r\n')}\r\n`;
  });
  return `${head}--edge\r\nContent-Type: text/plain\r\n\r\nAll the points.\r\n${files.join('')}--edge--`;
}

const product = await startProduct();
try {
  const cookie = await signIn(product.origin, 'alice');
  const csrf = decodeURIComponent(/csrftoken=([^;]+)/.exec(cookie)?.[1] ?? '');
  const ask = async (path: string, body?: object) => {
    const headers = { cookie, 'x-csrftoken': csrf, 'content-type': 'application/json' };
    const init = body ? { method: 'PATCH', headers, body: JSON.stringify(body) } : { headers };
    const answer = await fetch(`${product.origin}${path}`, init);
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const port = await freePort();
  await ask('/api/staff/setting/inbox/', { domain: DOMAIN, smtp_listen_port: port });
  const [{ id }] = (await ask('/api/jobs/?page_size=1')).results;
  const { inbox_address: to } = await ask(`/api/jobs/${id}/`);
  // The listener opens some seconds after its settings; the first mail also warms up what every mail needs.
  const first = { from: FROM, to, subject: 'Hello', text: 'Hello', messageId: '<bench-first@example.ca>' };
  while (!(await sendMail(port, first).catch(() => '')).startsWith('250')) await new Promise((resolve) => setTimeout(resolve, 500));
  const perFile: number[] = [];
  for (const count of COUNTS) {
    const source = mailWith(count, to);
    const began = performance.now();
    const answer = await sendSource(port, { from: FROM, to }, source);
    const ms = performance.now() - began;
    const { results } = await ask(`/api/jobs/memo/?job=${id}&query=${encodeURIComponent(`${count} files`)}`);
    const kept = results.find(({ title }: { title: string }) => title === `${count} files`)?.attachment_count ?? 0;
    perFile.push(ms / count);
    const ratio = perFile.at(-1)! / perFile[0]!;
    console.log(
      `${count} attachments: ${answer}; ${(ms / 1000).toFixed(2)} s, ${(ms / count).toFixed(2)} ms each (${ratio.toFixed(2)} times the first), ${kept} on the memo`,
    );
    if (kept !== count) console.log(`short: ${kept} of ${count} attachments kept`);
    if (count === 600) compare('600 attachments kept', ms / 1000, LIMIT_600_S, 's');
  }
  compare('an attachment among 3,000 against one among 100', perFile.at(-1)! / perFile[0]!, LIMIT_RATIO, 'times');
} finally {
  await product.stop();
}
