import * as backup from '@dmse/contract/staff/backup';
import { serve } from '../../../call/serve.ts';
import * as backups from './backup.service.ts';

export const backupRoutes = [
  serve(backup.getBackups, (call) => backups.getBackups(call)),
  serve(backup.takeBackup, (call) => backups.takeBackup(call)),
  serve(backup.drillBackup, (call) => backups.drillBackup(call, call.params.name)),
];
