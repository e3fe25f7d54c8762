import * as pipe from '@dmse/contract/sites/pipe';
import { serve } from '../../http/serve.ts';
import { notBuilt } from './not-built.ts';

export const pipeRoutes = [
  serve(pipe.listPipes, (call) => notBuilt(call)),
  serve(pipe.getPipe, (call) => notBuilt(call, 'pipe', call.params.id)),
  serve(pipe.createPipe, (call) => notBuilt(call)),
  serve(pipe.updatePipe, (call) => notBuilt(call, 'pipe', call.params.id)),
  serve(pipe.pipeDxf, (call) => notBuilt(call)),
];
