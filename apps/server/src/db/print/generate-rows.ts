import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const CODEGEN = join(dirname(createRequire(import.meta.url).resolve('kysely-codegen/package.json')), 'dist', 'cli', 'bin.js');

/** Columns whose checks allow only the words of a list: their type is that list's. */
const WORDS: readonly [table: string, column: string, type: string, module: string][] = [
  ['Job', 'state', 'JobState', '@dmse/domain/states/job'],
  ['Job', 'billing_type', 'BillingType', '@dmse/domain/jobs/billing-types'],
  ['Quote', 'state', 'QuoteState', '@dmse/domain/states/quote'],
  ['Quote', 'billing_type', 'BillingType', '@dmse/domain/jobs/billing-types'],
  ['Milestone', 'state', 'MilestoneState', '@dmse/domain/states/milestone'],
  ['FieldRun', 'state', 'FieldRunState', '@dmse/domain/states/field-run'],
  ['Client', 'party_type', 'PartyType', '@dmse/domain/clients/party'],
  ['Client', 'classification', 'Grade', '@dmse/domain/clients/party'],
  ['Client', 'risk_level', 'Grade', '@dmse/domain/clients/party'],
  ['Client', 'tax_province', 'Province', '@dmse/domain/clients/party'],
  ['Client', 'language', 'Language', '@dmse/domain/clients/party'],
  ['HistoricalFile', 'category', 'ShotCategory', '@dmse/domain/sites/shot-category'],
  ['TaxRule', 'province', 'Province', '@dmse/domain/clients/party'],
  ['Mail', 'state', 'MailState', '@dmse/contract/staff/mail'],
  ['TimeBatch', 'state', 'TimeBatchState', '@dmse/domain/states/time-batch'],
  ['WipItem', 'state', 'WipState', '@dmse/domain/states/wip'],
  ['WipLine', 'state', 'WipState', '@dmse/domain/states/wip'],
  ['WipLine', 'act', 'WipAct', '@dmse/domain/wip/ledger'],
  ['Deposit', 'state', 'DepositState', '@dmse/domain/states/deposit'],
  ['Payment', 'method', 'PaymentMethod', '@dmse/domain/payments/deposit'],
  ['Payment', 'reversal', 'PaymentReversal', '@dmse/domain/payments/reverse'],
  ['Invoice', 'state', 'InvoiceState', '@dmse/domain/states/invoice'],
  ['Invoice', 'edited_from', 'InvoiceState', '@dmse/domain/states/invoice'],
  ['Invoice', 'language', 'Language', '@dmse/domain/clients/party'],
  ['Invoice', 'tax_province', 'Province', '@dmse/domain/clients/party'],
  ['Invoice', 'roll_up', 'RollUp', '@dmse/domain/invoices/roll-up'],
  ['InvoiceLine', 'kind', 'LineKind', '@dmse/domain/invoices/lines'],
  ['Journal', 'account', 'LedgerAccount', '@dmse/domain/ledger/journal'],
  ['AccountingLink', 'state', 'LinkState', '@dmse/domain/accounting-link/documents'],
  ['AccountingDocument', 'kind', 'MirrorKind', '@dmse/domain/accounting-link/documents'],
  ['AccountingDocument', 'upload_status', 'UploadStatus', '@dmse/domain/states/upload'],
  ['AccountingUpload', 'operation', 'UploadOperation', '@dmse/domain/states/upload'],
  ['AccountingUpload', 'state', 'UploadState', '@dmse/domain/accounting-link/documents'],
  ['AccountingProposal', 'kind', 'ProposalKind', '@dmse/domain/accounting-link/proposals'],
  ['AccountingProposal', 'state', 'ProposalState', '@dmse/domain/accounting-link/documents'],
  ['AccountingEvent', 'noun', 'WebhookNoun', '@dmse/domain/accounting-link/webhook'],
  ['ProcessingAttempt', 'state', 'AttemptState', '@dmse/domain/sites/processing'],
  ['ProcessingFile', 'part', 'ProcessingPart', '@dmse/domain/sites/processing'],
  ['TimeEntry', 'rate_rule', 'RateRule', '@dmse/domain/work/rate-choice'],
];

function withWords(rows: string): string {
  const modules = Map.groupBy(WORDS, ([, , , module]) => module);
  const imports = [...modules].map(
    ([module, used]) => `import type { ${[...new Set(used.map(([, , type]) => type))].join(', ')} } from "${module}";`,
  );
  const typed = WORDS.reduce((text, [table, column, type]) => {
    const line = new RegExp(`(export interface ${table} \\{[^}]*\\n  ${column}: (?:Generated<)?)string`);
    if (!line.test(text)) throw new Error(`${table} has no text column ${column}.`);
    return text.replace(line, `$1${type}`);
  }, rows);
  return typed.replace('import type', `${imports.join('\n')}\nimport type`);
}

/** The row types of a migrated database, as kysely-codegen writes them. */
export async function generateRows(url: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dmse-rows-'));
  try {
    const file = join(folder, 'rows.ts');
    const options = ['--dialect', 'postgres', '--include-pattern', 'public.*', '--date-parser', 'string', '--out-file', file];
    const mapping = ['--type-mapping', '{"int8":"number","timestamptz":"string","numeric":"number"}'];
    await promisify(execFile)(process.execPath, [CODEGEN, ...options, ...mapping], { env: { ...process.env, DATABASE_URL: url } });
    return withWords(await readFile(file, 'utf8'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
