import { controlChecks } from './field/control-checks.queries.ts';
import { fieldProductivity } from './field/field-productivity.queries.ts';
import { riskAssessments } from './field/risk-assessments.queries.ts';
import { milestonesDue } from './jobs/milestones-due.queries.ts';
import { quotePipeline } from './jobs/quote-pipeline.queries.ts';
import { staleJobs } from './jobs/stale-jobs.queries.ts';
import { workload } from './jobs/workload.queries.ts';
import { budgetVsActual } from './money/budget-vs-actual.queries.ts';
import { invoiceRegister } from './money/invoice-register.queries.ts';
import { jobProfitability } from './money/job-profitability.queries.ts';
import { payments } from './money/payments.queries.ts';
import { readyToBill } from './money/ready-to-bill.queries.ts';
import { agedReceivables, clientStatement } from './money/receivables.queries.ts';
import { taxCollected } from './money/tax-collected.queries.ts';
import { wip } from './money/wip.queries.ts';
import { wipAsOf } from './money/wip-as-of.queries.ts';
import { writeOffs } from './money/write-offs.queries.ts';
import type { ReportDeclaration } from './report/report.ts';
import { expenses } from './time/expenses.queries.ts';
import { missingTimesheets } from './time/missing-timesheets.queries.ts';
import { timesheetDetail } from './time/timesheet-detail.queries.ts';
import { utilisation } from './time/utilisation.queries.ts';

/** In the order of the list. */
export const REPORTS: readonly ReportDeclaration[] = [
  wip,
  wipAsOf,
  readyToBill,
  writeOffs,
  jobProfitability,
  budgetVsActual,
  agedReceivables,
  clientStatement,
  invoiceRegister,
  payments,
  taxCollected,
  utilisation,
  missingTimesheets,
  timesheetDetail,
  expenses,
  quotePipeline,
  milestonesDue,
  workload,
  staleJobs,
  fieldProductivity,
  controlChecks,
  riskAssessments,
];
