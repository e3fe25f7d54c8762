import * as shot from '@dmse/contract/sites/shot';
import { serve } from '../../../call/serve.ts';
import * as shots from './shot.service.ts';

export const shotRoutes = [
  serve(shot.listShots, (call) => shots.listShots(call, call.query)),
  serve(shot.getShot, (call) => shots.getShot(call, call.params.id)),
  serve(shot.createShot, (call) => shots.createShot(call, call.headers, call.body)),
  serve(shot.updateShot, (call) => shots.updateShot(call, call.params.id, call.headers, call.body)),
];
