import * as layer from '@dmse/contract/sites/static-layer';
import { serve } from '../../../call/serve.ts';
import * as layers from './static-layer.service.ts';

export const staticLayerRoutes = [
  serve(layer.listStaticLayers, (call) => layers.listStaticLayers(call, call.query)),
  serve(layer.createStaticLayer, (call) => layers.createStaticLayer(call, call.body, call.uploads)),
  serve(layer.removeStaticLayer, (call) => layers.removeStaticLayer(call, call.params.id)),
];
