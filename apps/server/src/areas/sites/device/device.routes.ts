import * as device from '@dmse/contract/sites/device';
import { serve } from '../../../call/serve.ts';
import * as devices from './device.service.ts';

export const deviceRoutes = [
  serve(device.reportDevice, (call) => devices.reportDevice(call, call.params.uuid, call.headers, call.body)),
  serve(device.listDevices, (call) => devices.listDevices(call, call.query)),
];
