import * as baseMap from '@dmse/contract/places/base-map';
import { serve } from '../../../call/serve.ts';
import * as maps from './base-map.service.ts';

export const baseMapRoutes = [
  serve(baseMap.listBaseMaps, (call) => maps.listBaseMaps(call)),
  serve(baseMap.createBaseMap, (call) => maps.createBaseMap(call, call.body)),
  serve(baseMap.updateBaseMap, (call) => maps.updateBaseMap(call, call.params.id, call.body)),
  serve(baseMap.removeBaseMap, (call) => maps.removeBaseMap(call, call.params.id)),
];
