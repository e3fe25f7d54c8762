import * as milestone from '@dmse/contract/work/milestone';
import { serve } from '../../../call/serve.ts';
import { copyMilestones } from '../task/copy.service.ts';
import * as milestones from './milestone.service.ts';
import { changeMilestones } from './milestone-change.service.ts';
import { listMilestones } from './milestone-list.service.ts';

export const milestoneRoutes = [
  serve(milestone.listMilestones, (call) => listMilestones(call, call.query)),
  serve(milestone.createMilestone, (call) => milestones.createMilestone(call, call.body)),
  serve(milestone.updateMilestone, (call) => milestones.updateMilestone(call, call.params.id, call.body)),
  serve(milestone.changeMilestones, (call) => changeMilestones(call, call.body.changes)),
  serve(milestone.removeMilestone, (call) => milestones.removeMilestone(call, call.params.id)),
  serve(milestone.copyMilestones, (call) => copyMilestones(call, call.body)),
];
