import * as job from '@dmse/contract/jobs/job';
import { acceptBillingProgress, getBillingReadiness } from '@dmse/contract/jobs/readiness';
import { getJobSettings } from '@dmse/contract/jobs/settings';
import { serve } from '../../../call/serve.ts';
import * as readiness from '../../../flows/billing-readiness.ts';
import { updateJob } from '../../../flows/close-out.ts';
import { setJobLocation } from '../../../flows/place-projects.ts';
import { populateDrive } from '../project/drive-folder.service.ts';
import * as jobs from './job.service.ts';
import * as settings from './job-settings.service.ts';

export const jobRoutes = [
  serve(job.listJobs, (call) => jobs.listJobs(call, call.query)),
  serve(job.createJob, (call) => jobs.createJob(call, call.body)),
  serve(job.getJob, (call) => jobs.getJob(call, call.params.id)),
  serve(job.updateJob, (call) => updateJob(call, call.params.id, call.body)),
  serve(job.listJobHistory, (call) => jobs.listJobHistory(call, call.params.id, call.query)),
  serve(job.setJobLocation, (call) => setJobLocation(call, call.params.id, call.body)),
  serve(job.populateJobDrive, async (call) => populateDrive(call, jobs.jobNoun, await jobs.lockJob(call, call.params.id))),
  serve(getBillingReadiness, (call) => readiness.getBillingReadiness(call, call.params.id)),
  serve(acceptBillingProgress, (call) => readiness.acceptBillingProgress(call, call.params.id, call.body)),
  serve(getJobSettings, (call) => settings.getJobSettings(call)),
];
