import * as decision from '@dmse/contract/sites/processing/decision';
import * as run from '@dmse/contract/sites/processing/run';
import * as shot from '@dmse/contract/sites/processing/shot';
import { serve } from '../../../call/serve.ts';
import * as attempts from './attempt.service.ts';
import * as decisions from './decide.service.ts';
import * as exporting from './export.service.ts';
import { finishRun } from './finish.service.ts';
import { holdRun } from './hold.service.ts';
import { importFiles, updateFiles } from './import.service.ts';
import * as processing from './processing.service.ts';
import * as shots from './shot.service.ts';

export const processingRoutes = [
  serve(run.getProcessing, (call) => processing.getProcessing(call, call.params.id, call.query.attempt)),
  serve(run.getProcessingPoints, (call) => processing.getPoints(call, call.params.id, call.query)),
  serve(run.solveProcessingLocalization, (call) => processing.solveLocalization(call, call.params.id, call.query)),
  serve(run.getProcessingShifts, (call) => processing.getShifts(call, call.params.id)),
  serve(run.listProcessingConflicts, (call) => processing.listConflicts(call, call.params.id, call.query)),
  serve(run.getProcessingReport, (call) => exporting.getReport(call, call.params.id, call.query)),
  serve(run.compareProcessing, (call) => processing.compareAttempts(call, call.params.id, call.query.attempt)),
  serve(run.importProcessing, (call) => importFiles(call, call.params.id, call.uploads)),
  serve(run.updateProcessing, (call) => updateFiles(call, call.params.id, call.body)),
  serve(run.applyShifts, (call) => decisions.applyShifts(call, call.params.id, call.body)),
  serve(run.findProcessingConflicts, (call) => decisions.findConflicts(call, call.params.id, call.body)),
  serve(run.exportProcessing, (call) => exporting.exportRun(call, call.params.id, call.query)),
  serve(run.finishProcessing, (call) => finishRun(call, call.params.id, call.body?.publish)),
  serve(run.resetProcessing, (call) => attempts.resetRun(call, call.params.id, call.body?.reason)),
  serve(run.restoreProcessing, (call) => attempts.restoreAttempt(call, call.params.id, call.body.attempt)),
  serve(run.reopenProcessing, (call) => attempts.reopenRun(call, call.params.id, call.body.reason)),
  serve(run.leaseProcessing, (call) => holdRun(call, call.params.id, call.body)),
  serve(run.cancelProcessing, (call) => processing.cancelWork(call, call.params.id)),
  serve(decision.listProcessingDecisions, (call) => decisions.listDecisions(call, call.params.id, call.query)),
  serve(decision.decideProcessing, (call) => decisions.decide(call, call.params.id, call.body.decisions, call.body.why ?? null)),
  serve(decision.undoProcessingDecisions, (call) => decisions.undoDecisions(call, call.params.id, call.body.decisions)),
  serve(shot.getProcessingShot, (call) => processing.getShot(call, call.params.id)),
  serve(shot.updateProcessingShot, (call) => shots.updateShot(call, call.params.id, call.body)),
  serve(shot.mergeProcessingShot, (call) => shots.mergeShot(call, call.params.id, call.body.extended_data_shot)),
  serve(shot.listRootShots, (call) => processing.listRootShots(call, call.params.id)),
  serve(shot.createResolutionShot, (call) => shots.createResolutionShot(call, call.body)),
  serve(shot.createSamePointShot, (call) => shots.createSamePointShots(call, call.body.field_run)),
];
