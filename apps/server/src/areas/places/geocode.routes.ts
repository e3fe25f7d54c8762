import * as geocode from '@dmse/contract/places/geocode';
import { serve } from '../../http/serve.ts';
import { findPlaces } from './geocode.service.ts';
import * as known from './known-place.service.ts';

export const geocodeRoutes = [
  serve(geocode.geocodeAddress, (call) => findPlaces(call, 'address', call.query.query)),
  serve(geocode.geocodeParcel, (call) => findPlaces(call, 'parcel', call.query.query)),
  serve(geocode.listKnownPlaces, (call) => known.listKnownPlaces(call)),
  serve(geocode.importKnownPlaces, (call) => known.importKnownPlaces(call, call.body)),
];
