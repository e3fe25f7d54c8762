import type { Books } from '../books/books.ts';
import type { ApiCall } from './api-call.ts';
import { CREDIT_NOTES, documentCalls, INVOICES } from './document-calls.ts';
import { contactCalls, organisationCall, settingsCall } from './master-calls.ts';
import { bankTransactionCalls, overpaymentCalls, paymentCalls } from './money-calls.ts';
import type { Answer } from './refusal.ts';

/** The scope a call needs, and who answers it. */
type Resource = { scope: string; handle: (call: ApiCall) => Answer };

const settings = (name: string, pick: (books: Books) => object[]): Resource => ({
  scope: 'accounting.settings',
  handle: (call) => settingsCall(call, name, pick),
});

export const RESOURCES: Record<string, Resource> = {
  Organisation: { scope: 'accounting.settings', handle: organisationCall },
  Accounts: settings('Accounts', ({ accounts }) => accounts),
  TaxRates: settings('TaxRates', ({ taxRates }) => taxRates),
  TrackingCategories: settings('TrackingCategories', ({ tracking }) => tracking),
  Contacts: { scope: 'accounting.contacts', handle: contactCalls },
  Invoices: { scope: 'accounting.invoices', handle: (call) => documentCalls(call, INVOICES) },
  CreditNotes: { scope: 'accounting.invoices', handle: (call) => documentCalls(call, CREDIT_NOTES) },
  Payments: { scope: 'accounting.payments', handle: paymentCalls },
  BankTransactions: { scope: 'accounting.banktransactions', handle: bankTransactionCalls },
  Overpayments: { scope: 'accounting.payments', handle: overpaymentCalls },
};
