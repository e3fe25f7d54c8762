import * as tax from '@dmse/contract/invoices/tax-rule';
import { serve } from '../../../call/serve.ts';
import * as rules from './tax-rule.service.ts';

export const taxRuleRoutes = [
  serve(tax.listTaxRules, (call) => rules.listTaxRules(call, call.query)),
  serve(tax.createTaxRule, (call) => rules.createTaxRule(call, call.body)),
  serve(tax.updateTaxRule, (call) => rules.updateTaxRule(call, call.params.id, call.body)),
];
