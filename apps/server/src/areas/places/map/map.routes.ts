import * as map from '@dmse/contract/places/map';
import { serve } from '../../../call/serve.ts';
import { getMapFeature } from './map-feature.service.ts';
import { countMapLayer, getMapTile, listMapLayers } from './map-tile.service.ts';

export const mapRoutes = [
  serve(map.listMapLayers, (call) => listMapLayers(call)),
  serve(map.countMapLayer, (call) => countMapLayer(call, call.params.layer, call.query)),
  serve(map.getMapTile, (call) => getMapTile(call, call.params, call.query)),
  serve(map.getMapFeature, (call) => getMapFeature(call, call.params.layer, call.params.feature)),
];
