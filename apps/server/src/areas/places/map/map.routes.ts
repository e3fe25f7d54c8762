import * as map from '@dmse/contract/places/map';
import { serve, serveAfterLook } from '../../../call/serve.ts';
import { listInMapArea } from './map-area.service.ts';
import { exportMapArea } from './map-export.service.ts';
import { getMapFeature } from './map-feature.service.ts';
import { listMapNeighbours } from './map-near.service.ts';
import { finishSearch, lookOnMap } from './map-search.service.ts';
import { countMapLayer, getMapTile, listMapLayers } from './map-tile.service.ts';

export const mapRoutes = [
  serve(map.listMapLayers, (call) => listMapLayers(call)),
  serve(map.countMapLayer, (call) => countMapLayer(call, call.params.layer, call.query)),
  serve(map.getMapTile, (call) => getMapTile(call, call.params, call.query)),
  serve(map.getMapFeature, (call) => getMapFeature(call, call.params.layer, call.params.feature)),
  serve(map.listInMapArea, (call) => listInMapArea(call, call.body)),
  serve(map.exportMapArea, (call) => exportMapArea(call, call.body)),
  serve(map.listMapNeighbours, (call) => listMapNeighbours(call, call.query)),
  serveAfterLook(map.searchMap, (call) => lookOnMap(call, call.query.query), finishSearch),
];
