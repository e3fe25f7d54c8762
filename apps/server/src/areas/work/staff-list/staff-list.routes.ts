import * as overhead from '@dmse/contract/time/overhead-code';
import * as template from '@dmse/contract/work/template';
import { serve } from '../../../call/serve.ts';
import * as lists from './staff-list.service.ts';

export const workListRoutes = [
  serve(template.listJobRoles, (call) => lists.listJobRoles(call, call.query)),
  serve(template.createJobRole, (call) => lists.createJobRole(call, call.body)),
  serve(template.updateJobRole, (call) => lists.updateJobRole(call, call.params.id, call.body)),
  serve(template.listDisbursementTypes, (call) => lists.listDisbursementTypes(call, call.query)),
  serve(template.createDisbursementType, (call) => lists.createDisbursementType(call, call.body)),
  serve(template.updateDisbursementType, (call) => lists.updateDisbursementType(call, call.params.id, call.body)),
  serve(template.listMilestoneTemplates, (call) => lists.listMilestoneTemplates(call, call.query)),
  serve(template.createMilestoneTemplate, (call) => lists.createMilestoneTemplate(call, call.body)),
  serve(template.updateMilestoneTemplate, (call) => lists.updateMilestoneTemplate(call, call.params.id, call.body)),
  serve(overhead.listOverheadCodes, (call) => lists.listOverheadCodes(call, call.query)),
  serve(overhead.createOverheadCode, (call) => lists.createOverheadCode(call, call.body)),
  serve(overhead.updateOverheadCode, (call) => lists.updateOverheadCode(call, call.params.id, call.body)),
  serve(template.listTaskTemplates, (call) => lists.listTaskTemplates(call, call.query)),
  serve(template.createTaskTemplate, (call) => lists.createTaskTemplate(call, call.body)),
  serve(template.updateTaskTemplate, (call) => lists.updateTaskTemplate(call, call.params.id, call.body)),
];
