import type { Page } from '@playwright/test';
import { ask } from './ask.ts';

/** The day at the firm, not the day it may already be elsewhere. */
export const todayAtFirm = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Moncton' }).format(new Date());

/** A client with a job of two tasks, and an hour of Alice on each. */
export async function makeWork(page: Page): Promise<{ client: number; job: number; name: string }> {
  const name = `Riverbend Farms ${Date.now()}`;
  const address = {
    email: 'ap@riverbend.example.ca',
    payment_terms_days: 30,
    billing_street: '1 Water St',
    billing_city: 'Sussex',
    billing_province: 'NB',
    billing_postal_code: 'E4E 1A1',
  };
  const client = await ask<{ id: number }>(page, 'POST', '/api/clients/client/', { name, ...address });
  const job = await ask<{ id: number }>(page, 'POST', '/api/jobs/', { desc: 'Lot 7', client: client.id });
  const date = todayAtFirm();
  for (const task of ['Boundary survey', 'Legal plan']) {
    const { id } = await ask<{ id: number }>(page, 'POST', '/api/jobs/task/', { job: job.id, name: task, milestones: [{ name: 'Work' }] });
    await ask(page, 'POST', '/api/timesheet/entry/', {
      ...{ date, job: job.id, task: id, milestone: null, overhead_code: null, is_billable: true, minutes: 60, note: `Hours on ${task}` },
    });
  }
  return { client: client.id, job: job.id, name };
}

type Issue = { date?: string; tax_type?: string };

/** An invoice that was sent, of a client of its own. */
export async function makeIssued(page: Page, name: string, amount: number, issue: Issue = {}): Promise<number> {
  const { date = '2026-03-02', tax_type = 'EXEMPT' } = issue;
  const address = { billing_street: '1 Water St', billing_city: 'Sussex', payment_terms_days: 30 };
  const client = await ask<{ id: number }>(page, 'POST', '/api/clients/client/', { name, ...address });
  const { id } = await ask<{ id: number }>(page, 'POST', '/api/invoices/invoice/', { client: client.id, date });
  const line = {
    ...{ kind: 'fixed fee', job: null, task: null, description: 'Boundary survey', quantity: 1, unit: '', unit_price: null, amount },
    ...{ account_code: '4000', tax_type, division: '', activity: '', percent: null, fee: null, entries: [] },
  };
  await ask(page, 'PUT', `/api/invoices/invoice/${id}/lines/`, { lines: [line] });
  await ask(page, 'POST', `/api/invoices/invoice/${id}/move/`, { to: 'SUBMITTED' });
  return id;
}
