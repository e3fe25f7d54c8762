import type { WrittenLine } from '@dmse/contract/invoices/invoice';
import type { Language, Province } from '@dmse/domain/clients/party';
import type { LocalDate } from '@dmse/domain/dates/local-date';
import { isWorkAccount } from '@dmse/domain/expenses/accounts';
import { type InvoiceSums, invoiceSums, taxTypeFor } from '@dmse/domain/invoices/invoice-tax';
import { LINE_WORDS } from '@dmse/domain/invoices/line-words';
import { hasAmount, type LineKind, lineAmount, whyNotLine } from '@dmse/domain/invoices/lines';
import { progressFigures, whyNotProgress } from '@dmse/domain/invoices/progress';
import { sumCents } from '@dmse/domain/money/cents';
import { taxRulesOn } from '@dmse/domain/money/tax';
import type { WipPosition } from '@dmse/domain/wip/ledger';
import type { Context } from '../../../call/context.ts';
import { invalid } from '../../../call/refusal.ts';
import { loadAccounting } from '../../expenses/accounting/accounting.service.ts';
import { getSection } from '../../settings/setting/setting.service.ts';
import { findSources } from '../../wip/item/sources.ts';
import * as taxRules from '../tax-rule/tax-rule.queries.ts';
import * as invoices from './invoice.queries.ts';

export type Billed = { id: number; client: number; date: LocalDate; tax_province: Province; is_tax_exempt: boolean };

/**
 * By tax type, the rules it takes on the day in the province of the client. A type names the taxes of the firm's own province; elsewhere
 * what is taxed takes the taxes of that province.
 */
export async function loadRulesByType(context: Context, { date, tax_province }: Billed) {
  const { tax_types } = await loadAccounting(context);
  const rules = taxRulesOn(await taxRules.listInUse(context.tx, tax_province), tax_province, date);
  return new Map(
    tax_types.map(({ code, tax_codes }) => {
      const wanted = new Set(tax_codes.map((one) => one.toUpperCase()));
      const own = rules.filter((rule) => wanted.has(rule.code.toUpperCase()));
      return [code, wanted.size > 0 && own.length === 0 ? rules : own];
    }),
  );
}

const at = (position: number, field: string) => `lines.${position}.${field}`;

async function refuseUnknown(context: Context, billed: Billed, lines: readonly WrittenLine[]): Promise<void> {
  const { tx } = context;
  const jobs = new Map(
    (
      await invoices.listJobs(
        tx,
        lines.flatMap(({ job }) => job ?? []),
      )
    ).map((job) => [job.id, job]),
  );
  const tasks = new Map(
    (
      await invoices.listTasks(
        tx,
        lines.flatMap(({ task }) => task ?? []),
      )
    ).map((task) => [task.id, task]),
  );
  const { accounts, tax_types } = await loadAccounting(context);
  for (const [position, { job, task, kind, account_code, tax_type }] of lines.entries()) {
    if (job !== null && jobs.get(job)?.client !== billed.client) throw invalid({ [at(position, 'job')]: 'This is no job of this client.' });
    if (task !== null && (job === null || tasks.get(task)?.job !== job))
      throw invalid({ [at(position, 'task')]: 'This task is not one of the job.' });
    if (!hasAmount(kind)) continue;
    if (account_code !== '' && !accounts.some((one) => one.code === account_code && isWorkAccount(one)))
      throw invalid({ [at(position, 'account_code')]: 'There is no account for work with this code.' });
    if (tax_type !== '' && !tax_types.some((one) => one.code === tax_type && one.can_apply_to_revenue))
      throw invalid({ [at(position, 'tax_type')]: 'There is no tax type with this code for invoices.' });
  }
}

/** A progress line bills what its percentage comes to, less what earlier invoices have billed of the fee. */
async function planProgress({ tx }: Context, { id }: Billed, lines: readonly WrittenLine[]): Promise<WrittenLine[]> {
  const tasks = lines.flatMap(({ kind, task }) => (kind === 'progress' && task !== null ? task : []));
  const previous = await invoices.listProgressBefore(tx, id, tasks);
  return lines.map((line, position) => {
    const { kind, task, percent, fee } = line;
    if (kind !== 'progress') return line;
    if (task === null || percent === null || fee === null)
      throw invalid({ [at(position, 'percent')]: 'Choose the task, its fee and how much of it is done.' });
    const progress = { fee, previous: previous.get(task) ?? 0, percent };
    const why = whyNotProgress(progress, false);
    if (why) throw invalid({ [at(position, 'percent')]: why.sentence });
    return { ...line, unit_price: null, amount: progressFigures(progress).amount };
  });
}

/** What lines come to as the rules are today. A tax type that is no longer there takes nothing. */
export async function sumLines(
  context: Context,
  billed: Billed,
  lines: readonly { amount: number; tax_type: string }[],
): Promise<InvoiceSums> {
  const rules = await loadRulesByType(context, billed);
  const known = lines.map(({ amount, tax_type }) => ({ amount, tax_type: rules.has(tax_type) ? tax_type : '' }));
  return invoiceSums(known, rules, billed.is_tax_exempt);
}

/** The lines with their tax, and what they come to. What cannot stand on an invoice is refused at its line. */
export async function planLines(
  context: Context,
  billed: Billed,
  written: readonly WrittenLine[],
): Promise<{ lines: invoices.TaxedLine[]; sums: InvoiceSums }> {
  await refuseUnknown(context, billed, written);
  const lines = (await planProgress(context, billed, written)).map((line) => {
    const entries = line.entries.map(({ amount }) => amount);
    return { ...line, amount: lineAmount(line, entries), tax_type: hasAmount(line.kind) ? line.tax_type : '' };
  });
  for (const [position, line] of lines.entries()) {
    const why = whyNotLine(
      line,
      line.entries.map(({ amount }) => amount),
    );
    if (why) throw invalid({ [at(position, 'amount')]: why.sentence });
  }
  const sums = await sumLines(context, billed, lines);
  return { lines: lines.map((line, position) => ({ ...line, tax: sums.line_taxes[position]! })), sums };
}

const EMPTY_LINE = { quantity: 1, unit: '', unit_price: null, division: '', activity: '', percent: null, fee: null } as const;

/** What a new line of a kind is booked to and taxed as, unless somebody says otherwise. */
export async function loadLineDefaults(context: Context) {
  const { time_account, disbursement_account, retainer_account, tax_type, untaxed_type } = await getSection(context.tx, 'invoicing');
  const accounts: Partial<Record<LineKind, string>> = { disbursement: disbursement_account, retainer: retainer_account, text: '' };
  return (kind: LineKind, as_agent = false) => ({
    account_code: accounts[kind] ?? time_account,
    tax_type: taxTypeFor({ kind, as_agent }, { taxed: tax_type, untaxed: untaxed_type }),
  });
}

/** One line for each task and kind of work, in the order of the jobs. What was paid as the agent of the client stands by itself. */
export async function linesOfWork(context: Context, positions: readonly WipPosition[], language: Language): Promise<WrittenLine[]> {
  const { tx } = context;
  const words = LINE_WORDS[language];
  // Of time nothing is asked.
  const sources = await findSources(
    tx,
    positions.flatMap(({ item }) => (item.startsWith('expense/') ? item : [])),
  );
  const jobs = new Map((await invoices.listJobs(tx, [...new Set(positions.map(({ job }) => job))])).map((job) => [job.id, job]));
  const taskIds = new Set(positions.flatMap(({ task }) => task ?? []));
  const tasks = new Map((await invoices.listTasks(tx, [...taskIds])).map(({ id, name }) => [id, name]));
  const defaults = await loadLineDefaults(context);
  const kindOf = ({ item }: WipPosition): LineKind => (item.startsWith('time/') ? 'time' : 'disbursement');
  const isAgent = ({ item }: WipPosition) => {
    const priced = sources.get(item)?.priced;
    return priced?.kind === 'expense' && priced.as_agent;
  };
  const firstDay = (group: readonly WipPosition[]) => group.map(({ work_date }) => work_date).sort()[0];
  const order = (group: readonly WipPosition[]) => {
    const one = group[0]!;
    return [jobs.get(one.job)?.num ?? '', kindOf(one) === 'time' ? 0 : 1, one.task ?? 0, firstDay(group)].join(' ');
  };
  const inOrder = new Intl.Collator('en', { numeric: true });
  const groups = [...Map.groupBy(positions, (one) => `${one.job} ${one.task} ${kindOf(one)} ${isAgent(one)}`).values()]
    .map((group) => ({ group, key: order(group) }))
    .sort((a, b) => inOrder.compare(a.key, b.key));
  return groups.map(({ group }): WrittenLine => {
    const first = group[0]!;
    const kind = kindOf(first);
    const what = first.task === null ? jobs.get(first.job)?.desc : tasks.get(first.task);
    const amount = sumCents(group.map((one) => one.amount));
    const name = what || words.job(jobs.get(first.job)?.num ?? '');
    return {
      ...EMPTY_LINE,
      ...defaults(kind, isAgent(first)),
      kind,
      job: first.job,
      task: first.task,
      description: kind === 'time' ? name : words.disbursements(name),
      amount,
      entries: group.map(({ item, amount: worth }) => ({ item, amount: worth, rest: null })),
    };
  });
}
