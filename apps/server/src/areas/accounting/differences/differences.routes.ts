import * as differences from '@dmse/contract/accounting/differences';
import { serve } from '../../../call/serve.ts';
import { compareNow, getComparison } from './compare.service.ts';

export const differencesRoutes = [
  serve(differences.getLedgerComparison, (call) => getComparison(call)),
  serve(differences.compareLedgersNow, (call) => compareNow(call)),
];
