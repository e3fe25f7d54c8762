import * as image from '@dmse/contract/sites/image';
import { serve } from '../../../call/serve.ts';
import * as images from './image.service.ts';

export const imageRoutes = [
  serve(image.listImages, (call) => images.listImages(call, call.query)),
  serve(image.getImage, (call) => images.getImage(call, call.params.id)),
  serve(image.createImage, (call) => images.createImage(call, call.headers, call.body, call)),
  serve(image.updateImage, (call) => images.updateImage(call, call.params.id, call.headers, call.body, call)),
  serve(image.removeImage, (call) => images.removeImage(call, call.params.id)),
];
