import * as control from '@dmse/contract/sites/control-point';
import { serve } from '../../../call/serve.ts';
import { createControlCheck, getControlHealth, listControlChecks } from './control-check.service.ts';
import * as points from './control-point.service.ts';

export const controlPointRoutes = [
  serve(control.listControlPoints, (call) => points.listControlPoints(call, call.query)),
  serve(control.getControlPoint, (call) => points.getControlPoint(call, call.params.id)),
  serve(control.createControlPoint, (call) => points.createControlPoint(call, call.body)),
  serve(control.updateControlPoint, (call) => points.updateControlPoint(call, call.params.id, call.body)),
  serve(control.listControlPointHistory, (call) => points.listControlPointHistory(call, call.params.id, call.query)),
  serve(control.listControlChecks, (call) => listControlChecks(call, call.params.id, call.query)),
  serve(control.getControlHealth, (call) => getControlHealth(call, call.params.id)),
  serve(control.createControlCheck, (call) => createControlCheck(call, call.params.id, call.body)),
];
