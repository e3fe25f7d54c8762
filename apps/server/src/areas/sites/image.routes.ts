import * as image from '@dmse/contract/sites/image';
import { serve } from '../../http/serve.ts';
import { notBuilt } from './not-built.ts';

export const imageRoutes = [
  serve(image.listImages, (call) => notBuilt(call)),
  serve(image.getImage, (call) => notBuilt(call, 'shot_image', call.params.id)),
  serve(image.createImage, (call) => notBuilt(call)),
  serve(image.updateImage, (call) => notBuilt(call, 'shot_image', call.params.id)),
  serve(image.removeImage, (call) => notBuilt(call, 'shot_image', call.params.id)),
];
