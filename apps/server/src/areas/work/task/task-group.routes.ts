import * as group from '@dmse/contract/work/task-group';
import { serve } from '../../../call/serve.ts';
import * as groups from './task-group.service.ts';

export const taskGroupRoutes = [
  serve(group.listTaskGroups, (call) => groups.listTaskGroups(call, call.query)),
  serve(group.createTaskGroup, (call) => groups.createTaskGroup(call, call.body)),
  serve(group.updateTaskGroup, (call) => groups.updateTaskGroup(call, call.params.id, call.body)),
  serve(group.removeTaskGroup, (call) => groups.removeTaskGroup(call, call.params.id)),
];
