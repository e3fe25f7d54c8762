import * as statement from '@dmse/contract/invoices/statement';
import { serve } from '../../../call/serve.ts';
import * as statements from './statement.service.ts';

export const statementRoutes = [
  serve(statement.getStatement, (call) => statements.getStatement(call, call.params.client, call.query)),
  serve(statement.statementPdf, (call) => statements.openStatementPdf(call, call.params.client, call.query)),
  serve(statement.getStatementMail, (call) => statements.getStatementMail(call, call.params.client, call.query)),
  serve(statement.mailStatement, (call) => statements.mailStatement(call, call.params.client, call.body)),
];
