import type { MailState } from '@dmse/contract/staff/mail';
import { endSentence } from '@dmse/domain/text/history-sentence';

/** What became of a mail, in a word and a colour. */
export const MAIL_STATE: Record<MailState, { label: string; colour: 'default' | 'success' | 'info' | 'error' }> = {
  queued: { label: 'Waiting', colour: 'default' },
  sent: { label: 'Sent', colour: 'success' },
  kept: { label: 'Kept on disk', colour: 'info' },
  refused: { label: 'Refused', colour: 'error' },
  failed: { label: 'Not sent', colour: 'error' },
  bounced: { label: 'Came back', colour: 'error' },
};

/** What became of a mail, in a sentence for somebody who knows nothing of mail servers; their own words stand at its end. */
export function sayDelivery({ state, answer, tries }: { state: MailState; answer: string; tries: number }): string {
  const times = tries === 1 ? 'once' : `${tries} times`;
  const because = answer ? `: ${answer}` : '';
  const sentences: Record<MailState, string> = {
    queued: tries === 0 || !answer ? 'It will be sent within a minute' : `Tried ${times}, and will be tried again${because}`,
    sent: 'The mail server took it',
    kept: 'Not sent: no mail server is set up, so the mail is kept in the data folder',
    // Without a try it never left: the address itself is at fault.
    refused: tries === 0 ? answer : `The mail server refused it${because}`,
    failed: `Given up after it was tried ${times}${because}`,
    bounced: `It was sent and came back${because}`,
  };
  return endSentence(sentences[state]);
}
