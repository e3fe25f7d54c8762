import { z } from 'zod';
import * as differences from './accounting/differences.ts';
import * as accountingLink from './accounting/link.ts';
import * as proposal from './accounting/proposal.ts';
import * as accountingUpload from './accounting/upload.ts';
import * as client from './clients/client.ts';
import * as contact from './clients/contact.ts';
import * as imports from './clients/import.ts';
import * as merge from './clients/merge.ts';
import * as fields from './common/fields.ts';
import * as history from './common/history.ts';
import * as problem from './common/problem.ts';
import type { Endpoint } from './endpoint.ts';
import * as accounting from './expenses/accounting.ts';
import * as category from './expenses/category.ts';
import * as disbursement from './expenses/disbursement.ts';
import * as expense from './expenses/expense.ts';
import * as pettyCash from './expenses/petty-cash.ts';
import * as reimbursement from './expenses/reimbursement.ts';
import * as upload from './files/upload.ts';
import * as historical from './historicals/historical-file.ts';
import * as scan from './historicals/scan.ts';
import * as books from './invoices/books.ts';
import * as invoiceDocument from './invoices/document.ts';
import * as invoice from './invoices/invoice.ts';
import * as statement from './invoices/statement.ts';
import * as taxRule from './invoices/tax-rule.ts';
import * as job from './jobs/job.ts';
import * as quote from './jobs/quote.ts';
import * as readiness from './jobs/readiness.ts';
import * as jobSettings from './jobs/settings.ts';
import * as inboundMail from './memos/inbound-mail.ts';
import * as memo from './memos/memo.ts';
import * as deposit from './payments/deposit.ts';
import * as payment from './payments/payment.ts';
import * as factor from './people/factor.ts';
import * as provider from './people/provider.ts';
import * as user from './people/user.ts';
import * as baseMap from './places/base-map.ts';
import * as baseMapPack from './places/base-map-pack.ts';
import * as geocode from './places/geocode.ts';
import * as location from './places/location.ts';
import * as map from './places/map.ts';
import * as needs from './reports/needs.ts';
import * as report from './reports/report.ts';
import * as trace from './reports/trace.ts';
import * as search from './search/search.ts';
import * as core from './settings/core.ts';
import * as controlImport from './sites/control-import.ts';
import * as controlPoint from './sites/control-point.ts';
import * as device from './sites/device.ts';
import * as fieldRun from './sites/field-run.ts';
import * as image from './sites/image.ts';
import * as pipe from './sites/pipe.ts';
import * as processingDecision from './sites/processing/decision.ts';
import * as processingResult from './sites/processing/result.ts';
import * as processing from './sites/processing/run.ts';
import * as processingShot from './sites/processing/shot.ts';
import * as sitesSettings from './sites/settings.ts';
import * as shot from './sites/shot.ts';
import * as staticLayer from './sites/static-layer.ts';
import * as sync from './sites/sync.ts';
import * as audit from './staff/audit.ts';
import * as backup from './staff/backup.ts';
import * as health from './staff/health.ts';
import * as mail from './staff/mail.ts';
import * as queue from './staff/queue.ts';
import * as timeEntry from './time/entry.ts';
import * as overheadCode from './time/overhead-code.ts';
import * as payroll from './time/payroll.ts';
import * as reprice from './time/reprice.ts';
import * as timeWeek from './time/week.ts';
import * as billable from './wip/billable.ts';
import * as wip from './wip/wip.ts';
import * as budget from './work/budget.ts';
import * as milestone from './work/milestone.ts';
import * as task from './work/task.ts';
import * as taskGroup from './work/task-group.ts';
import * as template from './work/template.ts';

const nouns: Record<string, unknown> = {
  ...historical,
  ...search,
  ...scan,
  ...factor,
  ...provider,
  ...user,
  ...client,
  ...contact,
  ...merge,
  ...imports,
  ...core,
  ...upload,
  ...mail,
  ...backup,
  ...health,
  ...queue,
  ...audit,
  ...sitesSettings,
  ...controlPoint,
  ...controlImport,
  ...fieldRun,
  ...shot,
  ...processing,
  ...processingResult,
  ...processingDecision,
  ...processingShot,
  ...image,
  ...pipe,
  ...staticLayer,
  ...sync,
  ...device,
  ...job,
  ...quote,
  ...jobSettings,
  ...location,
  ...map,
  ...geocode,
  ...baseMap,
  ...baseMapPack,
  ...taskGroup,
  ...task,
  ...milestone,
  ...memo,
  ...inboundMail,
  ...budget,
  ...template,
  ...taxRule,
  ...invoice,
  ...books,
  ...payment,
  ...deposit,
  ...invoiceDocument,
  ...statement,
  ...timeEntry,
  ...timeWeek,
  ...overheadCode,
  ...payroll,
  ...reprice,
  ...billable,
  ...wip,
  ...accounting,
  ...accountingLink,
  ...accountingUpload,
  ...proposal,
  ...differences,
  ...category,
  ...expense,
  ...disbursement,
  ...reimbursement,
  ...pettyCash,
  ...readiness,
  ...needs,
  ...report,
  ...trace,
};

function isEndpoint(entry: [string, unknown]): entry is [string, Endpoint] {
  const value = entry[1];
  return typeof value === 'object' && value !== null && 'declaration' in value && 'method' in value;
}

/** Every endpoint by its name: the only barrel in the repository. */
export const ALL: ReadonlyMap<string, Endpoint> = new Map(Object.entries(nouns).filter(isEndpoint));

function isShape(entry: [string, unknown]): entry is [string, z.ZodType] {
  return entry[1] instanceof z.ZodObject || entry[1] instanceof z.ZodUnion;
}

const shared: Record<string, unknown> = { ...fields, ...history, ...problem };

/** Every record that has a name of its own, for whoever prints the contract. */
export const SHAPES: ReadonlyMap<string, z.ZodType> = new Map(Object.entries({ ...shared, ...nouns }).filter(isShape));
