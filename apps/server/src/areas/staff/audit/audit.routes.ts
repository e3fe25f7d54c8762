import { searchHistory } from '@dmse/contract/staff/audit';
import { serve } from '../../../call/serve.ts';
import * as audit from './audit.service.ts';

export const auditRoutes = [serve(searchHistory, (call) => audit.searchHistory(call, call.query))];
