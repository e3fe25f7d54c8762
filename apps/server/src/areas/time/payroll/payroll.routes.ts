import * as wire from '@dmse/contract/time/payroll';
import { serve } from '../../../call/serve.ts';
import * as payroll from './payroll.service.ts';

export const payrollRoutes = [
  serve(wire.listPayrollExports, (call) => payroll.listPayrollExports(call, call.query)),
  serve(wire.previewPayrollExport, (call) => payroll.previewPayrollExport(call, call.query)),
  serve(wire.createPayrollExport, (call) => payroll.createPayrollExport(call, call.body)),
  serve(wire.getPayrollExport, (call) => payroll.getPayrollExport(call, call.params.id)),
  serve(wire.getPayrollFile, (call) => payroll.getPayrollFile(call, call.params.id, call.query.format)),
];
