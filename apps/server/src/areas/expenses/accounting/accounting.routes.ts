import * as accounting from '@dmse/contract/expenses/accounting';
import { serve } from '../../../call/serve.ts';
import { getAccountingSettings } from './accounting.service.ts';

export const accountingRoutes = [serve(accounting.getAccountingSettings, (call) => getAccountingSettings(call))];
