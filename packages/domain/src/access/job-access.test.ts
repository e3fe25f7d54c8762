import { describe, expect, it } from 'vitest';
import { canEditJob, isEditableJob, isEditableQuote, whyJobLocked, whyNotTheirJob } from './job-access.ts';
import type { Role } from './roles.ts';

const person = (id: number, role: Role) => ({ id, groups: [role] });
const [alice, mona, max, joe] = [person(1, 'Jobs Admin'), person(2, 'Jobs Manager'), person(3, 'Jobs Manager'), person(4, 'Jobs User')];
const job = { project_manager: { id: 2 }, project_leads: [{ id: 9 }], state: 'IN PROGRESS' } as const;

describe('who may edit a job', () => {
  it('Mona edits the job she manages and the one she leads; Max does not; Alice edits every one', () => {
    expect([mona, max, alice, joe].map((who) => canEditJob(who, job))).toEqual([true, false, true, false]);
    expect(canEditJob(max, { ...job, project_leads: [{ id: 3 }] })).toBe(true);
  });

  it('a job without a manager is for any Jobs Manager, and for no Jobs User, also not one who leads it', () => {
    const orphan = { project_manager: null, project_leads: [{ id: 4 }] };
    expect([mona, max, joe].map((who) => canEditJob(who, orphan))).toEqual([true, true, false]);
    expect(canEditJob(joe, { ...job, project_manager: { id: 4 } })).toBe(false);
  });

  it('work goes on only while the job does', () => {
    expect([whyNotTheirJob(mona, job), whyJobLocked(job)]).toEqual([null, null]);
    expect(whyNotTheirJob(max, job)?.sentence).toMatch(/project manager/);
    expect(whyJobLocked({ state: 'CLOSED' })).toEqual({ code: 'LOCKED', sentence: 'This job is CLOSED; reopen it first.' });
    expect(isEditableJob({ state: 'CANCELLED' })).toBe(false);
  });

  it('a quote that has become a job is read-only', () => {
    expect(isEditableQuote({ promoted_to: null })).toBe(true);
    expect(isEditableQuote({ promoted_to: { id: 1 } })).toBe(false);
  });
});
