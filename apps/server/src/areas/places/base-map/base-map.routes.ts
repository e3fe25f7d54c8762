import * as baseMap from '@dmse/contract/places/base-map';
import * as pack from '@dmse/contract/places/base-map-pack';
import { serve, serveAfterLook } from '../../../call/serve.ts';
import * as maps from './base-map.service.ts';
import { checkBaseMap } from './base-map-check.service.ts';
import { findPackable, openPiece, planPack } from './base-map-pack.service.ts';
import { findTiles, openTile } from './base-map-tile.service.ts';
import * as uploads from './base-map-upload.service.ts';

export const baseMapRoutes = [
  serve(baseMap.listBaseMaps, (call) => maps.listBaseMaps(call)),
  serve(baseMap.createBaseMap, (call) => maps.createBaseMap(call, call.body)),
  serve(baseMap.updateBaseMap, (call) => maps.updateBaseMap(call, call.params.id, call.body)),
  serve(baseMap.removeBaseMap, (call) => maps.removeBaseMap(call, call.params.id)),
  serve(baseMap.checkBaseMap, (call) => checkBaseMap(call, call.params.id)),
  serve(baseMap.beginBaseMapUpload, (call) => uploads.beginUpload(call, call.params.id, call.body)),
  serve(baseMap.continueBaseMapUpload, (call) => uploads.continueUpload(call, call.params.id, call.headers, call.uploads[0]!)),
  serveAfterLook(
    baseMap.getBaseMapTile,
    (call) => findTiles(call, call.params.id),
    (call, found) => openTile(call, call.params, found),
  ),
  serveAfterLook(
    pack.planBaseMapPack,
    (call) => findPackable(call, call.params.id),
    (call, found) => planPack(call, found, call.query),
  ),
  serveAfterLook(
    pack.getBaseMapPiece,
    (call) => findPackable(call, call.params.id),
    (call, found) => openPiece(call, found, call.query),
  ),
];
