import * as reimbursement from '@dmse/contract/expenses/reimbursement';
import { serve } from '../../../call/serve.ts';
import * as runs from './reimbursement.service.ts';
import { reimbursementPdf } from './reimbursement-document.service.ts';

export const reimbursementRoutes = [
  serve(reimbursement.listReimbursements, (call) => runs.listReimbursements(call, call.query)),
  serve(reimbursement.createReimbursement, (call) => runs.createReimbursement(call, call.body)),
  serve(reimbursement.getReimbursement, (call) => runs.getReimbursement(call, call.params.id)),
  serve(reimbursement.reverseReimbursement, (call) => runs.reverseReimbursement(call, call.params.id)),
  serve(reimbursement.exportReimbursement, (call) => runs.exportReimbursement(call, call.params.id)),
  serve(reimbursement.reimbursementPdf, (call) => reimbursementPdf(call, call.params.id, call.query.user)),
];
