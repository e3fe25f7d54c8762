import type { InvoiceChoices } from '@dmse/contract/invoices/invoice';
import { isWorkAccount } from '@dmse/domain/expenses/accounts';
import { LINE_KINDS } from '@dmse/domain/invoices/lines';
import type { Context } from '../../../call/context.ts';
import { notFound } from '../../../call/refusal.ts';
import { loadAccounting } from '../../expenses/accounting/accounting.service.ts';
import * as invoices from './invoice.queries.ts';
import { billedOf } from './invoice.service.ts';
import { loadLineDefaults, loadRulesByType } from './invoice-lines.service.ts';

/** What its lines choose from, as it is read when they are saved. */
export async function getInvoiceChoices(context: Context, id: number): Promise<InvoiceChoices> {
  const { tx } = context;
  const row = await invoices.find(tx, id);
  if (!row) throw notFound();
  const { accounts, tax_types, division_tracking_options, activity_tracking_options } = await loadAccounting(context);
  const rules = await loadRulesByType(context, billedOf(row));
  const defaults = await loadLineDefaults(context);
  const jobs = await invoices.listChoices(tx, id, row.client.id);
  const tasks = jobs.flatMap((job) => job.tasks.map((task) => task.id));
  const previous = await invoices.listProgressBefore(tx, id, tasks);
  return {
    accounts: accounts.filter((one) => one.code !== null && isWorkAccount(one)).map(({ code, name }) => ({ code: code!, name })),
    tax_types: tax_types
      .filter((one) => one.can_apply_to_revenue)
      .map(({ code, name }) => ({
        code,
        name,
        rules: (rules.get(code) ?? []).map(({ code: tax, name: called, rate, base_fraction }) => ({
          code: tax,
          name: called,
          rate,
          base_fraction,
        })),
      })),
    division_tracking_options,
    activity_tracking_options,
    line_defaults: Object.fromEntries(LINE_KINDS.map((kind) => [kind, defaults(kind)])) as InvoiceChoices['line_defaults'],
    jobs: jobs.map((job) => ({ ...job, tasks: job.tasks.map((task) => ({ ...task, previous: previous.get(task.id) ?? 0 })) })),
  };
}
