import { expect, it } from 'vitest';
import { sayDelivery } from './mail-state.ts';

it.each([
  ['queued', '', 0, 'It will be sent within a minute.'],
  ['queued', '451 4.3.0 Busy', 1, 'Tried once, and will be tried again: 451 4.3.0 Busy.'],
  ['sent', '250 Ok', 1, 'The mail server took it.'],
  ['kept', 'Kept as x.eml', 1, 'Not sent: no mail server is set up, so the mail is kept in the data folder.'],
  ['refused', 'This is not an e-mail address.', 0, 'This is not an e-mail address.'],
  ['refused', '550 5.1.1 Unknown here', 1, 'The mail server refused it: 550 5.1.1 Unknown here.'],
  ['failed', '530 Sign in first.', 17, 'Given up after it was tried 17 times: 530 Sign in first.'],
  ['bounced', '', 1, 'It was sent and came back.'],
] as const)('mail state %s, answered "%s" after %i tries, reads as a sentence', (state, answer, tries, sentence) => {
  expect(sayDelivery({ state, answer, tries })).toBe(sentence);
});
