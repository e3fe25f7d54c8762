import { getNeeds } from '@dmse/contract/reports/needs';
import * as wire from '@dmse/contract/reports/report';
import { getTrace } from '@dmse/contract/reports/trace';
import { serve } from '../../../call/serve.ts';
import * as needs from '../needs/needs.service.ts';
import * as traces from '../trace/trace.service.ts';
import * as reports from './report.service.ts';

export const reportRoutes = [
  serve(getNeeds, (call) => needs.getNeeds(call)),
  serve(getTrace, (call) => traces.getTrace(call, call.query)),
  serve(wire.listReports, (call) => reports.listReports(call)),
  serve(wire.listReportViews, (call) => reports.listReportViews(call)),
  serve(wire.createReportView, (call) => reports.createReportView(call, call.body)),
  serve(wire.removeReportView, (call) => reports.removeReportView(call, call.params.id)),
  serve(wire.getReport, (call) => reports.getReport(call, call.params.report, call.query)),
  serve(wire.exportReport, (call) => reports.exportReport(call, call.params.report, call.query)),
];
