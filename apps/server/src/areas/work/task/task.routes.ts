import * as task from '@dmse/contract/work/task';
import { serve } from '../../../call/serve.ts';
import { exportTasks } from '../budget/report.service.ts';
import { copyTasks } from './copy.service.ts';
import * as tasks from './task.service.ts';

export const taskRoutes = [
  serve(task.listTasks, (call) => tasks.listTasks(call, call.query)),
  serve(task.exportTasks, (call) => exportTasks(call, call.query)),
  serve(task.createTask, (call) => tasks.createTask(call, call.body)),
  serve(task.createTasksFromTemplates, (call) => tasks.createTasksFromTemplates(call, call.body)),
  serve(task.getTask, (call) => tasks.getTask(call, call.params.id)),
  serve(task.updateTask, (call) => tasks.updateTask(call, call.params.id, call.body)),
  serve(task.removeTask, (call) => tasks.removeTask(call, call.params.id)),
  serve(task.copyTasks, (call) => copyTasks(call, call.body)),
];
