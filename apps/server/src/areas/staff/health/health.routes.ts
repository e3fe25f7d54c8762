import * as wire from '@dmse/contract/staff/health';
import { serve } from '../../../call/serve.ts';
import { getHealth } from './health.service.ts';

export const healthRoutes = [serve(wire.getHealth, (call) => getHealth(call))];
