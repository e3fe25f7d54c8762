import * as ledger from '@dmse/contract/invoices/books';
import * as invoice from '@dmse/contract/invoices/invoice';
import { serve } from '../../../call/serve.ts';
import * as books from '../journal/books.service.ts';
import * as journal from '../journal/journal.service.ts';
import * as invoices from './invoice.service.ts';
import { getInvoiceChoices } from './invoice-choices.service.ts';
import { reverseCredit } from './invoice-credit.service.ts';
import { moveInvoice } from './move-invoice.service.ts';

export const invoiceRoutes = [
  serve(invoice.listInvoices, (call) => invoices.listInvoices(call, call.query)),
  serve(invoice.getInvoiceTotals, (call) => invoices.getInvoiceTotals(call, call.query)),
  serve(invoice.createInvoice, (call) => invoices.createInvoice(call, call.body)),
  serve(invoice.getInvoice, (call) => invoices.getInvoice(call, call.params.id)),
  serve(invoice.getInvoiceChoices, (call) => getInvoiceChoices(call, call.params.id)),
  serve(invoice.updateInvoice, (call) => invoices.updateInvoice(call, call.params.id, call.body)),
  serve(invoice.setInvoiceLines, (call) => invoices.setInvoiceLines(call, call.params.id, call.body)),
  serve(invoice.moveInvoice, (call) => moveInvoice(call, call.params.id, call.body)),
  serve(invoice.reverseInvoiceCredit, (call) => reverseCredit(call, call.params.id, call.body)),
  serve(invoice.approveInvoice, (call) => invoices.approveInvoice(call, call.params.id, call.body)),
  serve(invoice.listInvoiceHistory, (call) => invoices.listInvoiceHistory(call, call.params.id, call.query)),
  serve(ledger.exportJournal, (call) => books.exportJournal(call, call.query)),
  serve(ledger.exportTrialBalance, (call) => books.exportTrialBalance(call, call.query)),
  serve(ledger.getAccountingLock, (call) => books.getAccountingLock(call)),
  serve(ledger.setAccountingLock, (call) => books.setAccountingLock(call, call.body.locked_through)),
  serve(invoice.listJournal, (call) => journal.listJournal(call, call.query)),
  serve(invoice.getTrialBalance, (call) => journal.getTrialBalance(call, call.query)),
];
