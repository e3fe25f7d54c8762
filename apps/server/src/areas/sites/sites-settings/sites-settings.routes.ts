import * as settings from '@dmse/contract/sites/settings';
import { serve } from '../../../call/serve.ts';
import * as grids from '../layer/geoid-grid.service.ts';
import { getSitesSettings } from './sites-settings.service.ts';

export const sitesSettingsRoutes = [
  serve(settings.getSitesSettings, (call) => getSitesSettings(call)),
  serve(settings.listGeoidGrids, async ({ tx }) => {
    const results = await grids.listGeoidGrids(tx);
    return { count: results.length, results };
  }),
  serve(settings.createGeoidGrid, (call) => grids.createGeoidGrid(call, call.body)),
  serve(settings.removeGeoidGrid, (call) => grids.removeGeoidGrid(call, call.params.id)),
];
