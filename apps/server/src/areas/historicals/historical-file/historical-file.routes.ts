import * as historical from '@dmse/contract/historicals/historical-file';
import * as scan from '@dmse/contract/historicals/scan';
import { serve } from '../../../call/serve.ts';
import * as files from './historical-file.service.ts';

export const historicalFileRoutes = [
  serve(historical.listHistoricalFiles, (call) => files.listHistoricalFiles(call, call.query)),
  serve(historical.createHistoricalFile, (call) => files.createHistoricalFile(call, call.body)),
  serve(historical.getHistoricalFile, (call) => files.getHistoricalFile(call, call.params.id)),
  serve(historical.updateHistoricalFile, (call) => files.updateHistoricalFile(call, call.params.id, call.body)),
  serve(historical.removeHistoricalFile, (call) => files.removeHistoricalFile(call, call.params.id)),
  serve(historical.listHistoricalFileHistory, (call) => files.listHistoricalFileHistory(call, call.params.id, call.query)),
  serve(historical.listHistoricalCompanies, (call) => files.listHistoricalCompanies(call)),
  serve(historical.createHistoricalDrafts, (call) => files.createHistoricalDrafts(call, call.body.files, call.body.company)),
  serve(scan.listHistoricalScans, (call) => files.listHistoricalScans(call, call.params.id, call.query)),
  serve(scan.addHistoricalScan, (call) => files.addHistoricalScan(call, call.params.id, call.body.file)),
  serve(scan.removeHistoricalScan, (call) => files.removeHistoricalScan(call, call.params.id, call.params.scanId)),
];
