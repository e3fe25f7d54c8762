import * as shot from '@dmse/contract/sites/shot';
import { serve } from '../../http/serve.ts';
import { notBuilt } from './not-built.ts';

export const shotRoutes = [
  serve(shot.listShots, (call) => notBuilt(call)),
  serve(shot.getShot, (call) => notBuilt(call, 'shot', call.params.id)),
  serve(shot.createShot, (call) => notBuilt(call)),
  serve(shot.updateShot, (call) => notBuilt(call, 'shot', call.params.id)),
];
