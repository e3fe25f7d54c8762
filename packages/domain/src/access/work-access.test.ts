import { describe, expect, it } from 'vitest';
import { whyNotChangeMilestone, whyNotChangeTask } from './work-access.ts';

const runsIt = { can_edit: true, is_assigned: false };
const doesIt = { can_edit: false, is_assigned: true };
const looksOn = { can_edit: false, is_assigned: false };

describe('who may change a piece of work', () => {
  it('those who run the job may change all of it, those who look on nothing', () => {
    for (const field of ['name', 'state', 'due_date', 'depends_on', 'description']) {
      expect(whyNotChangeMilestone(runsIt, [field])).toBeNull();
      expect(whyNotChangeTask(runsIt, [field])).toBeNull();
      expect(whyNotChangeMilestone(looksOn, [field])?.sentence).toContain('Only the person assigned');
      expect(whyNotChangeTask(looksOn, [field])?.sentence).toContain('Only people assigned');
    }
  });

  it('whoever it is assigned to says how far it is and by when, and describes the task; one field too many spoils it', () => {
    expect(whyNotChangeMilestone(doesIt, ['state', 'due_date'])).toBeNull();
    expect(whyNotChangeMilestone(doesIt, ['state', 'assigned_user'])?.sentence).toContain('the rest is for those who run its job');
    expect(whyNotChangeTask(doesIt, ['description'])).toBeNull();
    expect(whyNotChangeTask(doesIt, ['description', 'order'])?.sentence).toContain('the rest is for those who run its job');
  });
});
