import * as document from '@dmse/contract/invoices/document';
import { serve } from '../../../call/serve.ts';
import { getInvoiceMail, mailInvoice } from './invoice-mail.service.ts';
import { openInvoicePdf } from './invoice-pdf.service.ts';

export const invoiceDocumentRoutes = [
  serve(document.invoicePdf, (call) => openInvoicePdf(call, call.params.id, call.query)),
  serve(document.getInvoiceMail, (call) => getInvoiceMail(call, call.params.id)),
  serve(document.mailInvoice, (call) => mailInvoice(call, call.params.id, call.body)),
];
