import { Preferences } from '@dmse/contract/people/user';
import type { Above, Crumb, RouteRow } from './route-row.ts';
import type { SearchWords } from './search-string.ts';

const { default_jobs_tab: JobsTab, default_field_tab: FieldTab } = Preferences.shape;

/** What is done with expenses: one's own, those that wait, everybody's, paying back, and the cash box. */
const EXPENSE_TABS = ['mine', 'approve', 'all', 'reimburse', 'runs', 'petty-cash'] as const;

/** An unknown tab means the default one. It is named and left open, because what is not named would come down from the page above. */
function readTab<T extends string>(options: readonly T[]) {
  return (words: SearchWords): SearchWords & { tab?: T | undefined } => ({
    ...words,
    tab: options.find((option) => option === words.tab),
  });
}

function jobsTab(tab: string): Above {
  return { path: '/jobs', search: { tab } };
}
function fieldTab(tab: string): Above {
  return { path: '/field', search: { tab } };
}
const HOME: Above = { path: '/' };

/** All tabs of the field app are one screen. */
const FIELD_APP = () => import('../../field/frame/field-app.tsx').then((file) => file.FieldApp);

/**
 * Every page of the app, under /app. No line restricts roles: a person without the
 * role of a page is told whom to ask, on the page.
 */
export const ROUTE_TABLE = [
  { path: '/', title: 'Home', offline: true, screen: () => import('../../areas/home/home-page.tsx').then((file) => file.Home) },
  {
    path: '/prefs',
    title: 'Preferences',
    above: HOME,
    screen: () => import('../../areas/people/prefs/prefs-page.tsx').then((file) => file.Prefs),
  },
  {
    path: '/mobile-ready',
    title: 'Mobile-Ready Checklist',
    offline: true,
    above: HOME,
    screen: () => import('../../areas/home/mobile-ready-page.tsx').then((file) => file.MobileReady),
  },
  {
    path: '/map',
    title: 'Map',
    above: HOME,
    screen: async () => {
      const { mapFetched, MapPage } = await import('../../areas/places/map/map-page.tsx');
      await mapFetched;
      return MapPage;
    },
  },

  // Dashboards
  {
    path: '/jobs',
    title: 'Jobs Dashboard',
    needs: 'clients.read',
    above: HOME,
    search: readTab(JobsTab.options),
    screen: async () => {
      const { fetchPanel, JobsDashboard } = await import('../../areas/jobs/dashboard/jobs-page.tsx');
      await fetchPanel();
      return JobsDashboard;
    },
  },
  {
    path: '/field',
    title: 'Field Dashboard',
    needs: 'sites.read',
    above: HOME,
    search: readTab(FieldTab.options),
    screen: () => import('../../areas/sites/field-run/field-page.tsx').then((file) => file.FieldDashboard),
  },
  {
    path: '/historicals',
    title: 'Historical Files',
    above: HOME,
    screen: () => import('../../areas/historicals/historical-file/historicals-page.tsx').then((file) => file.Historicals),
  },
  {
    path: '/report',
    title: 'Reports',
    above: HOME,
    screen: () => import('../../areas/reports/report/reports-page.tsx').then((file) => file.ReportsPage),
  },
  {
    path: '/report/trace',
    title: 'Reports',
    above: { path: '/report' },
    screen: () => import('../../areas/reports/trace/trace-page.tsx').then((file) => file.TracePage),
  },
  {
    path: '/report/$report',
    title: 'Reports',
    above: { path: '/report' },
    screen: () => import('../../areas/reports/report/report-page.tsx').then((file) => file.ReportPage),
  },

  // Clients and contacts
  {
    path: '/client',
    title: 'New Client',
    needs: 'clients.write',
    above: jobsTab('clients'),
    screen: () => import('../../areas/clients/client/new-client-page.tsx').then((file) => file.NewClient),
  },
  {
    path: '/client/$id',
    title: 'Client',
    needs: 'clients.read',
    above: jobsTab('clients'),
    id: 'number',
    tabs: ['info', 'quotes', 'jobs'],
    screen: () => import('../../areas/clients/client/client-page.tsx').then((file) => file.Client),
  },
  {
    path: '/contact',
    title: 'New Contact',
    needs: 'clients.write',
    above: jobsTab('contacts'),
    screen: () => import('../../areas/clients/contact/new-contact-page.tsx').then((file) => file.NewContact),
  },
  {
    path: '/contact/$id',
    title: 'Contact',
    needs: 'clients.read',
    above: jobsTab('contacts'),
    id: 'number',
    screen: () => import('../../areas/clients/contact/contact-page.tsx').then((file) => file.Contact),
  },

  // Jobs and quotes
  {
    path: '/job',
    title: 'New Job',
    needs: 'jobs.write',
    above: jobsTab('jobs'),
    screen: () => import('../../areas/jobs/job/new-job-page.tsx').then((file) => file.NewJob),
  },
  {
    path: '/job/$id',
    title: 'Job',
    needs: 'jobs.read',
    above: jobsTab('jobs'),
    id: 'number',
    tabs: ['info', 'tasks', 'budget', 'time', 'disb', 'memos'],
    screen: () => import('../../areas/jobs/job/job-page.tsx').then((file) => file.Job),
  },
  {
    path: '/quote',
    title: 'New Quote',
    needs: 'quotes.write',
    above: jobsTab('quotes'),
    screen: () => import('../../areas/jobs/quote/new-quote-page.tsx').then((file) => file.NewQuote),
  },
  {
    path: '/quote/$id',
    title: 'Quote',
    needs: 'quotes.read',
    above: jobsTab('quotes'),
    id: 'number',
    tabs: ['info', 'tasks', 'budget', 'memos'],
    screen: () => import('../../areas/jobs/quote/quote-page.tsx').then((file) => file.Quote),
  },
  {
    path: '/quote-pdf',
    title: 'Generate quote PDF',
    needs: 'quotes.write',
    above: jobsTab('quotes'),
    screen: () => import('../../areas/jobs/quote/quote-pdf-page.tsx').then((file) => file.QuotePdfPage),
  },

  // Historical files
  {
    path: '/historical',
    title: 'Historical File',
    needs: 'historicals.write',
    above: { path: '/historicals' },
    screen: () => import('../../areas/historicals/historical-file/new-historical-page.tsx').then((file) => file.NewHistoricalFile),
  },
  {
    path: '/historical/$id',
    title: 'Historical File',
    above: { path: '/historicals' },
    id: 'number',
    screen: () => import('../../areas/historicals/historical-file/historical-page.tsx').then((file) => file.HistoricalFilePage),
  },

  // Time
  {
    path: '/timesheet',
    title: 'Timesheet',
    offline: 'first_tab',
    above: HOME,
    tabs: ['entries', 'admin', 'supervisor'],
    screen: () => import('../../areas/time/week/timesheet-page.tsx').then((file) => file.Timesheet),
  },
  {
    path: '/entry',
    title: 'Create Time Entry',
    needs: 'time.own',
    above: { path: '/timesheet' },
    screen: () => import('../../areas/time/entry/new-entry-page.tsx').then((file) => file.NewTimeEntry),
  },
  {
    path: '/entry/$id',
    title: 'Time Entry',
    above: { path: '/timesheet' },
    id: 'number',
    screen: () => import('../../areas/time/entry/entry-page.tsx').then((file) => file.TimeEntryPage),
  },

  // Expenses
  {
    path: '/expenses',
    title: 'Expenses Overview',
    above: HOME,
    search: readTab(EXPENSE_TABS),
    screen: () => import('../../areas/expenses/expense/expenses-page.tsx').then((file) => file.Expenses),
  },
  {
    path: '/expense',
    title: 'Create Expense',
    needs: 'expenses.own',
    above: { path: '/expenses' },
    screen: () => import('../../areas/expenses/expense/new-expense-page.tsx').then((file) => file.NewExpense),
  },
  {
    path: '/expense/$id',
    title: 'Expense',
    above: { path: '/expenses' },
    id: 'number',
    screen: () => import('../../areas/expenses/expense/expense-page.tsx').then((file) => file.Expense),
  },

  // Invoices, payments, deposits
  {
    path: '/invoices',
    title: 'Invoices',
    needs: 'invoices.read',
    above: HOME,
    screen: () => import('../../areas/invoices/invoice/invoices-page.tsx').then((file) => file.Invoices),
  },
  {
    path: '/invoice',
    title: 'Invoice',
    needs: 'invoices.write',
    above: { path: '/invoices' },
    screen: () => import('../../areas/invoices/draft/new-invoice-page.tsx').then((file) => file.NewInvoice),
  },
  {
    path: '/invoice/$id',
    title: 'Invoice',
    needs: 'invoices.read',
    above: { path: '/invoices' },
    id: 'number',
    tabs: ['details', 'payments', 'pdf', 'history'],
    screen: () => import('../../areas/invoices/invoice/invoice-page.tsx').then((file) => file.Invoice),
  },
  {
    path: '/invoice/edit/$id',
    title: 'Edit Invoice',
    needs: 'invoices.read',
    above: { path: '/invoices' },
    id: 'number',
    tabs: ['lines', 'appearance'],
    screen: () => import('../../areas/invoices/lines/edit-invoice-page.tsx').then((file) => file.EditInvoice),
  },
  {
    path: '/payments',
    title: 'Payment Search',
    needs: 'payments.read',
    above: HOME,
    screen: () => import('../../areas/payments/payment/payments-page.tsx').then((file) => file.Payments),
  },
  {
    path: '/payment/$id',
    title: 'Payment',
    needs: 'payments.read',
    above: { path: '/payments' },
    id: 'number',
    screen: () => import('../../areas/payments/payment/payment-page.tsx').then((file) => file.PaymentPage),
  },
  {
    path: '/payment/new/$',
    title: 'New Payment',
    needs: 'payments.write',
    above: { path: '/payments' },
    screen: () => import('../../areas/payments/payment/new-payment-page.tsx').then((file) => file.NewPayment),
  },
  {
    path: '/deposits',
    title: 'Bank Deposits',
    needs: 'payments.read',
    above: HOME,
    screen: () => import('../../areas/payments/deposit/deposits-page.tsx').then((file) => file.Deposits),
  },
  {
    path: '/deposit',
    title: 'New Bank Deposit',
    needs: 'payments.write',
    above: { path: '/deposits' },
    screen: () => import('../../areas/payments/deposit/new-deposit-page.tsx').then((file) => file.NewDeposit),
  },

  // Field
  {
    path: '/control/$id',
    title: 'Control Point',
    needs: 'sites.read',
    above: fieldTab('controlpoints'),
    id: 'number',
    tabs: ['info', 'coords', 'sketch'],
    screen: () => import('../../areas/sites/control-point/control-point-page.tsx').then((file) => file.ControlPoint),
  },
  {
    path: '/fieldrun/new',
    title: 'New Fieldrun',
    needs: 'sites.write',
    above: fieldTab('fieldruns'),
    screen: () => import('../../areas/sites/field-run/new-field-run-page.tsx').then((file) => file.NewFieldRun),
  },
  {
    path: '/fieldrun/$id',
    title: 'Fieldrun Summary',
    needs: 'sites.read',
    above: fieldTab('fieldruns'),
    id: 'uuid',
    screen: () => import('../../areas/sites/field-run/field-run-page.tsx').then((file) => file.FieldRun),
  },
  {
    path: '/fieldrun-shot/$id',
    title: 'Fieldrun Shot Summary',
    needs: 'sites.read',
    above: fieldTab('fieldruns'),
    id: 'uuid',
    screen: () => import('../../areas/sites/shot/field-run-shot-page.tsx').then((file) => file.FieldRunShot),
  },
  {
    path: '/fieldrun/field/$id',
    title: 'Field app',
    offline: true,
    bare: true,
    above: fieldTab('fieldruns'),
    id: 'uuid',
    tabs: ['details', 'point', 'risk-assesment', 'layers', 'points'],
    screen: FIELD_APP,
  },
  {
    path: '/fieldrun/field/$id/point/$pointId',
    title: 'Field app',
    offline: true,
    bare: true,
    above: fieldTab('fieldruns'),
    id: 'uuid',
    screen: FIELD_APP,
  },
  {
    path: '/fieldrun/field/$id/pipe/$pipeId',
    title: 'Field app',
    offline: true,
    bare: true,
    above: fieldTab('fieldruns'),
    id: 'uuid',
    screen: FIELD_APP,
  },
  {
    path: '/fieldrun/field/$id/image/$imageId',
    title: 'Field app',
    offline: true,
    bare: true,
    above: fieldTab('fieldruns'),
    id: 'uuid',
    screen: FIELD_APP,
  },
  {
    path: '/processing/start',
    title: 'Processing form',
    needs: 'sites.process',
    above: fieldTab('fieldruns'),
    screen: () => import('../../areas/sites/processing/processing-start-page.tsx').then((file) => file.ProcessingStart),
  },
  {
    path: '/processing/$id',
    title: 'Processing wizard',
    needs: 'sites.read',
    above: fieldTab('fieldruns'),
    id: 'uuid',
    screen: () => import('../../areas/sites/processing/processing-page.tsx').then((file) => file.ProcessingWizard),
  },
] as const satisfies readonly RouteRow[];

/** Addresses of before, and where they lead now. */
export const REDIRECTS = [{ from: '/accounting/invoice/$id', to: '/invoice/$id' }] as const;

/** The table without its literal types, for whoever walks over it. */
export const ROUTE_ROWS: readonly RouteRow[] = [...ROUTE_TABLE];

export function findRow(path: string): RouteRow | undefined {
  return ROUTE_ROWS.find((row) => row.path === path);
}

/** The pages above a row, Home first. */
export function trailTo(row: RouteRow): Crumb[] {
  const trail: Crumb[] = [];
  for (let above = row.above; above; ) {
    const next: RouteRow | undefined = findRow(above.path);
    if (!next) break;
    trail.unshift({ ...above, title: next.title });
    above = next.above;
  }
  return trail;
}
