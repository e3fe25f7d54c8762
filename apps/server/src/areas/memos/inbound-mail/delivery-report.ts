import { idsIn, plainLine, type ReadMail } from './read-mail.ts';

/** What a mail server tells about a mail it could not, or not yet, deliver. */
export type DeliveryReport = { action: 'failed' | 'delayed' | 'other'; answer: string; message_ids: string[] };

function field(text: string, name: string): string {
  const found = new RegExp(`^${name}:[ \\t]*(.*(?:\\r?\\n[ \\t].*)*)`, 'im').exec(text)?.[1] ?? '';
  return plainLine(found.replace(/^[\w-]+;/, ''), 300);
}

function isFromServer({ from }: ReadMail): boolean {
  return /^(?:mailer-daemon|postmaster)@/.test(from[0]?.address ?? '');
}

/**
 * Reads a delivery report. Most are built as the standard says; some servers send only words, with our mail behind them. Either way it
 * counts only when it names the Message-ID of a mail of ours, which nobody can guess.
 */
export function readDeliveryReport(mail: ReadMail): DeliveryReport | null {
  const status = mail.parts.find(({ type }) => type === 'message/delivery-status')?.content.toString('latin1');
  const isReport = /report-type="?delivery-status/i.test(mail.headers('content-type')[0] ?? '') || status !== undefined;
  if (!isReport && !isFromServer(mail)) return null;
  const returned = mail.parts.map(({ content }) => content.subarray(0, 200_000).toString('latin1'));
  const bodies = [...returned, mail.text ?? '', mail.html ?? ''].map((body) => body.slice(0, 200_000));
  const named = bodies.flatMap((body) => [...body.matchAll(/message-id:\s{0,10}(<[^<>\s]{1,500}>)/gi)].map((match) => match[1]!));
  const message_ids = [...new Set([...named, ...(status ? [...mail.answers, ...idsIn(status)] : [])])].slice(0, 50);
  if (status === undefined) {
    const failed = mail.headers('x-failed-recipients')[0];
    return { action: 'failed', answer: `Came back: ${plainLine(failed ?? mail.subject, 300)}`, message_ids };
  }
  const said = field(status, 'Action').toLowerCase();
  const action = said === 'failed' || said === 'delayed' ? said : 'other';
  const words = field(status, 'Diagnostic-Code') || field(status, 'Status') || mail.subject;
  return { action, answer: `Came back: ${words}`, message_ids };
}
