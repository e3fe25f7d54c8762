import * as scan from '@dmse/contract/historicals/scan';
import { serve } from '../../../call/serve.ts';
import * as scans from './scan.service.ts';

export const scanRoutes = [
  serve(scan.readHistoricalScan, (call) => scans.readHistoricalScan(call, call.params.id, call.params.scanId)),
  serve(scan.listScanPages, (call) => scans.listScanPages(call, call.params.id, call.params.scanId, call.query)),
  serve(scan.getScanTile, (call) => scans.openTile(call, call.params, call.params)),
  serve(scan.getScanThumbnail, (call) => scans.openPageThumbnail(call, call.params)),
  serve(scan.findWordsOnPage, (call) => scans.findWordsOnPage(call, call.params, call.query.query)),
];
