import { Client, ClientRow } from '@dmse/contract/clients/client';
import { Contact, ContactRow } from '@dmse/contract/clients/contact';
import { Expense, ExpenseRow } from '@dmse/contract/expenses/expense';
import { HistoricalFile, HistoricalRow } from '@dmse/contract/historicals/historical-file';
import { Invoice, WrittenLine } from '@dmse/contract/invoices/invoice';
import { Job, JobRow } from '@dmse/contract/jobs/job';
import { Quote, QuoteRow } from '@dmse/contract/jobs/quote';
import { Memo, MemoRow } from '@dmse/contract/memos/memo';
import { Deposit } from '@dmse/contract/payments/deposit';
import { Payment } from '@dmse/contract/payments/payment';
import { ControlPoint, ControlPointRow } from '@dmse/contract/sites/control-point';
import { FieldRun, FieldRunRow } from '@dmse/contract/sites/field-run';
import { Image } from '@dmse/contract/sites/image';
import { Pipe } from '@dmse/contract/sites/pipe';
import { Shot } from '@dmse/contract/sites/shot';
import { TimeEntry } from '@dmse/contract/time/entry';
import { Milestone, MilestoneRow } from '@dmse/contract/work/milestone';
import { Task } from '@dmse/contract/work/task';
import { TaskGroup } from '@dmse/contract/work/task-group';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import { uuid } from './captured.ts';
import * as client from './client.ts';
import * as contact from './contact.ts';
import * as control from './control-point.ts';
import { buildDeposit } from './deposit.ts';
import * as expense from './expense.ts';
import * as run from './field-run.ts';
import * as historical from './historical-file.ts';
import { buildImage } from './image.ts';
import * as invoice from './invoice.ts';
import * as job from './job.ts';
import * as memo from './memo.ts';
import * as milestone from './milestone.ts';
import { buildPayment } from './payment.ts';
import { buildPipe } from './pipe.ts';
import * as quote from './quote.ts';
import { buildShot } from './shot.ts';
import * as task from './task.ts';
import { buildTimeEntry } from './time-entry.ts';

const BUILT: Record<string, [z.ZodType, unknown]> = {
  client: [Client, client.buildClient()],
  'client in a list': [ClientRow, client.buildClientRow()],
  contact: [Contact, contact.buildContact()],
  'contact in a list': [ContactRow, contact.buildContactRow()],
  job: [Job, job.buildJob()],
  'job in a list': [JobRow, job.buildJobRow()],
  quote: [Quote, quote.buildQuote()],
  'quote in a list': [QuoteRow, quote.buildQuoteRow()],
  memo: [Memo, memo.buildMemo()],
  'memo in a list': [MemoRow, memo.buildMemoRow()],
  milestone: [Milestone, milestone.buildMilestone()],
  'milestone in a list': [MilestoneRow, milestone.buildMilestoneRow()],
  task: [Task, task.buildTask({ milestones: [milestone.buildMilestone()] })],
  'task group': [TaskGroup, task.buildTaskGroup()],
  'time entry': [TimeEntry, buildTimeEntry()],
  expense: [Expense, expense.buildExpense()],
  'expense in a list': [ExpenseRow, expense.buildExpenseRow()],
  invoice: [Invoice, invoice.buildInvoice()],
  'line of an invoice': [WrittenLine, invoice.newFeeLine(50_00)],
  payment: [Payment, buildPayment()],
  deposit: [Deposit, buildDeposit()],
  'historical file': [HistoricalFile, historical.buildHistoricalFile()],
  'historical file in a list': [HistoricalRow, historical.buildHistoricalRow()],
  'field run': [FieldRun, run.buildRun()],
  'field run in a list': [FieldRunRow, run.buildRunRow()],
  shot: [Shot, buildShot(1)],
  pipe: [Pipe, buildPipe(1, uuid(2), uuid(3))],
  image: [Image, buildImage(1)],
  'control point': [ControlPoint, control.buildControl(1)],
  'control point in a list': [ControlPointRow, control.buildControlRow(1)],
};

it.each(Object.entries(BUILT))('%s: what is built is an answer of the contract, with nothing it does not know', (_, [schema, built]) => {
  expect(schema.parse(built)).toEqual(built);
});
