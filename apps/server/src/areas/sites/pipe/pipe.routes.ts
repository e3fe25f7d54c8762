import * as pipe from '@dmse/contract/sites/pipe';
import { serve } from '../../../call/serve.ts';
import * as pipes from './pipe.service.ts';
import { drawPipes } from './pipe-drawing.service.ts';

export const pipeRoutes = [
  serve(pipe.listPipes, (call) => pipes.listPipes(call, call.query)),
  serve(pipe.getPipe, (call) => pipes.getPipe(call, call.params.id)),
  serve(pipe.createPipe, (call) => pipes.createPipe(call, call.headers, call.body)),
  serve(pipe.updatePipe, (call) => pipes.updatePipe(call, call.params.id, call.headers, call.body)),
  serve(pipe.pipeDxf, (call) => drawPipes(call, call.query)),
];
