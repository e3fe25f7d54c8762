import { createClient } from '@dmse/contract/clients/client';
import { createInvoice, moveInvoice, setInvoiceLines } from '@dmse/contract/invoices/invoice';
import { createJob } from '@dmse/contract/jobs/job';
import { createTimeEntry } from '@dmse/contract/time/entry';
import { createTask } from '@dmse/contract/work/task';
import { newBilledClient } from '@dmse/testkit/builders/client';
import { newFeeLine } from '@dmse/testkit/builders/invoice';
import { onTask } from '@dmse/testkit/builders/time-entry';
import type { Page } from '@playwright/test';
import { clientOf } from './ask.ts';

/** The day at the firm, not the day it may already be elsewhere. */
export const todayAtFirm = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Moncton' }).format(new Date());

/** A client with a job of two tasks, and an hour of Alice on each. */
export async function makeWork(page: Page): Promise<{ client: number; job: number; name: string }> {
  const alice = clientOf(page);
  const name = `Riverbend Farms ${Date.now()}`;
  const address = { email: 'ap@riverbend.example.ca', billing_province: 'NB', billing_postal_code: 'E4E 1A1' };
  const client = await alice.call(createClient, {}, { ...newBilledClient(name), ...address });
  const job = await alice.call(createJob, {}, { desc: 'Lot 7', client: client.id });
  const date = todayAtFirm();
  for (const task of ['Boundary survey', 'Legal plan']) {
    const { id } = await alice.call(createTask, {}, { job: job.id, name: task, milestones: [{ name: 'Work' }] });
    await alice.call(createTimeEntry, {}, { ...onTask(job.id, id), date, minutes: 60, note: `Hours on ${task}` });
  }
  return { client: client.id, job: job.id, name };
}

type Issue = { date?: string; tax_type?: string };

/** An invoice that was sent, of a client of its own. */
export async function makeIssued(page: Page, name: string, amount: number, issue: Issue = {}): Promise<number> {
  const { date = '2026-03-02', tax_type = 'EXEMPT' } = issue;
  const alice = clientOf(page);
  const client = await alice.call(createClient, {}, newBilledClient(name));
  const { id } = await alice.call(createInvoice, {}, { client: client.id, date });
  await alice.call(setInvoiceLines, { id }, { lines: [newFeeLine(amount, { tax_type })] });
  await alice.call(moveInvoice, { id }, { to: 'SUBMITTED' });
  return id;
}
