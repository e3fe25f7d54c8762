import * as time from '@dmse/contract/time/week';
import { serve } from '../../../call/serve.ts';
import * as timers from './timer.service.ts';

export const timerRoutes = [
  serve(time.getTimer, (call) => timers.getTimer(call)),
  serve(time.startTimer, (call) => timers.startTimer(call, call.body)),
  serve(time.stopTimer, (call) => timers.stopTimer(call, call.body)),
  serve(time.dropTimer, (call) => timers.dropTimer(call)),
];
