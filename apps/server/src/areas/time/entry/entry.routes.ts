import * as time from '@dmse/contract/time/entry';
import * as pricing from '@dmse/contract/time/reprice';
import { serve } from '../../../call/serve.ts';
import * as entries from './entry.service.ts';
import * as reprice from './reprice.service.ts';
import * as targets from './target.service.ts';

export const timeEntryRoutes = [
  serve(time.listTimeEntries, (call) => entries.listTimeEntries(call, call.query)),
  serve(time.getTimeEntry, (call) => entries.getTimeEntry(call, call.params.id)),
  serve(time.createTimeEntry, (call) => entries.createTimeEntry(call, call.body)),
  serve(time.updateTimeEntry, (call) => entries.updateTimeEntry(call, call.params.id, call.body)),
  serve(time.removeTimeEntry, (call) => entries.removeTimeEntry(call, call.params.id)),
  serve(time.listTimeEntryHistory, (call) => entries.listTimeEntryHistory(call, call.params.id, call.query)),
  serve(time.findTargets, (call) => targets.findTargets(call, call.query.query, call.query.limit)),
  serve(time.setFavourite, (call) => targets.setFavourite(call, call.body)),
  serve(time.getJobTime, (call) => entries.getJobTime(call, call.params.id, call.query)),
  serve(pricing.previewReprice, (call) => reprice.previewReprice(call, call.body)),
  serve(pricing.repriceTime, (call) => reprice.repriceTime(call, call.body)),
];
