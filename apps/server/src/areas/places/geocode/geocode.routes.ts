import * as geocode from '@dmse/contract/places/geocode';
import { serve, serveAfterLook } from '../../../call/serve.ts';
import { askService, findKnown } from './geocode.service.ts';
import * as known from './known-place.service.ts';

export const geocodeRoutes = [
  serveAfterLook(
    geocode.geocodeAddress,
    (call) => findKnown(call, 'address', call.query.query),
    (call, look) => askService(call, 'address', call.query.query, look),
  ),
  serveAfterLook(
    geocode.geocodeParcel,
    (call) => findKnown(call, 'parcel', call.query.query),
    (call, look) => askService(call, 'parcel', call.query.query, look),
  ),
  serve(geocode.listKnownPlaces, (call) => known.listKnownPlaces(call)),
  serve(geocode.importKnownPlaces, (call) => known.importKnownPlaces(call, call.body)),
  serve(geocode.removeKnownPlaces, (call) => known.removeKnownPlaces(call, call.query)),
];
