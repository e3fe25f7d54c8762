import * as device from '@dmse/contract/sites/device';
import { serve } from '../../http/serve.ts';
import { notBuilt } from './not-built.ts';

export const deviceRoutes = [serve(device.reportDevice, (call) => notBuilt(call)), serve(device.listDevices, (call) => notBuilt(call))];
