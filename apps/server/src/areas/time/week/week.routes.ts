import * as time from '@dmse/contract/time/week';
import { serve } from '../../../call/serve.ts';
import * as batches from './batch.service.ts';
import * as sheets from './sheet.service.ts';
import * as weeks from './week.service.ts';

export const weekRoutes = [
  serve(time.getWeek, (call) => weeks.getWeek(call, call.query.user, call.query.date)),
  serve(time.setWeekCells, (call) => weeks.setWeekCells(call, call.body)),
  serve(time.copyWeek, (call) => weeks.copyWeek(call, call.body)),
  serve(time.updateTimeBatch, (call) => batches.updateTimeBatch(call, call.params.id, call.body)),
  serve(time.approveTimeBatches, (call) => batches.approveTimeBatches(call, call.body)),
  serve(time.listSheets, (call) => sheets.listSheets(call, call.query)),
  serve(time.remindTimesheets, (call) => sheets.remindTimesheets(call, call.body)),
  serve(time.getTimeLock, (call) => batches.getTimeLock(call)),
  serve(time.setTimeLock, (call) => batches.setTimeLock(call, call.body.locked_through)),
];
