import type { PersonRef } from '@dmse/contract/common/fields';
import { createMemo, getMemoRecipients, type Memo, type MemoRecipients } from '@dmse/contract/memos/memo';
import { buildMemo } from '@dmse/testkit/builders/memo';
import { personRef } from '@dmse/testkit/builders/person';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderPart, startServer } from '../../../parts/render-part.tsx';
import { MemoEditor } from './memo-editor.tsx';

const MONA = personRef('mona');
const JOE = personRef('joe');
const TOLD: MemoRecipients = { told: [{ ...MONA, role: 'Project manager' }], why_nobody: null, others: [JOE] };
const NOBODY: MemoRecipients = { told: [], why_nobody: 'this job has no leads', others: [JOE] };

const memoTo = (...people: PersonRef[]) =>
  buildMemo({
    recipients: people.map((person) => ({ person, address: `${person.id}@example.ca`, state: 'queued', answer: '', tries: 0 })),
  });

async function open(recipients: MemoRecipients, answer: Memo) {
  const server = startServer()
    .on(getMemoRecipients, () => recipients)
    .on(createMemo, () => answer);
  await renderPart(<MemoEditor owner={{ job: 5 }} tasks={[]} snippets={[]} onClose={() => {}} />);
  await userEvent.type(await screen.findByRole('textbox', { name: /^Title/ }), 'Culvert');
  return server;
}

describe('new memo', () => {
  it('names who will be mailed, takes in another whose name follows an @, and says who was', async () => {
    const server = await open(TOLD, memoTo(MONA, JOE));
    expect(await screen.findByText('Mona Martin, project manager')).toBeTruthy();
    await userEvent.type(screen.getByRole('combobox', { name: 'Also mail' }), '@joe');
    await userEvent.click(await screen.findByRole('option', { name: 'Joe Jardine' }));
    await userEvent.click(screen.getByRole('button', { name: 'Send memo' }));
    expect(await screen.findByText('Mailed to Mona Martin and Joe Jardine.')).toBeTruthy();
    expect(server.callsOf(createMemo)[0]?.body).toMatchObject({ job: 5, recipients: [JOE.id] });
  });

  it('that reaches nobody says so before and after, with the reason', async () => {
    await open(NOBODY, memoTo());
    expect(await screen.findByText('Nobody: this job has no leads.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Save memo' }));
    expect(await screen.findByText('Nobody was mailed: this job has no leads.')).toBeTruthy();
  });

  it('that blocks the job and reaches nobody warns, until somebody is added', async () => {
    await open(NOBODY, memoTo(JOE));
    await userEvent.click(await screen.findByRole('checkbox', { name: /This is an issue/ }));
    const warning = await screen.findByRole('alert');
    expect(warning.textContent).toContain('This issue will block the job, and nobody will be mailed: this job has no leads.');
    await userEvent.type(screen.getByRole('combobox', { name: 'Also mail' }), 'jardine');
    await userEvent.click(await screen.findByRole('option', { name: 'Joe Jardine' }));
    await waitFor(() => expect(screen.queryByText(/nobody will be mailed/)).toBeNull());
    expect(within(screen.getByRole('dialog')).getByRole('button', { name: 'Send memo' })).toBeTruthy();
  });
});
