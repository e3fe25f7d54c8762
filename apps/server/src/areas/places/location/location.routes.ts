import * as location from '@dmse/contract/places/location';
import { serve } from '../../../call/serve.ts';
import { updateLocation } from '../../../flows/place-projects.ts';
import * as locations from './location.service.ts';

export const locationRoutes = [
  serve(location.listNearby, (call) => locations.listNearby(call, call.query)),
  serve(location.createLocation, (call) => locations.createLocation(call, call.body)),
  serve(location.getLocation, (call) => locations.getLocation(call, call.params.id)),
  serve(location.updateLocation, (call) => updateLocation(call, call.params.id, call.body)),
  serve(location.removeLocation, (call) => locations.removeLocation(call, call.params.id)),
];
