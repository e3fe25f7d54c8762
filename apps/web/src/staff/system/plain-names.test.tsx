import type { AnswerOf } from '@dmse/contract/endpoint';
import { getPermissions, getUser, listEmployees, listUserHistory, type StaffUser } from '@dmse/contract/people/user';
import { listQueueJobs, listQueues, type QueueJob } from '@dmse/contract/staff/queue';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { startServer } from '../../parts/render-part.tsx';
import { renderPage } from '../field/setting-fixture.tsx';
import { User } from '../people/user.tsx';
import { Queues } from './queues.tsx';

const AT = '2026-03-04T12:00:00.000Z';
const ALICE = { id: 1, full_name: 'Alice Arsenault' };

const joe: StaffUser = {
  id: 5,
  username: 'joe',
  email: 'joe@example.ca',
  full_name: 'Joe Jardine',
  initials: 'JJ',
  phone: '',
  is_active: true,
  is_project_manager: false,
  granted: ['Jobs User'],
  groups: ['Employee', 'Jobs User'],
  employee_config: { employees_supervised: [], job_role: null, weekly_minutes: 2400, start_date: null, end_date: null },
  last_sign_in: null,
  open_sessions: 0,
  has_authenticator: false,
  passkeys: 0,
  version: 2,
  created_on: AT,
  created_by: ALICE,
  updated_on: AT,
  updated_by: ALICE,
};

const PERMISSIONS: AnswerOf<typeof getPermissions> = {
  roles: [{ role: 'Jobs User', because: 'granted' }],
  actions: [
    { action: 'work.touch', role: 'Jobs User' },
    { action: 'quarantine.write', role: 'Employee' },
  ],
};

const FAILED: QueueJob = {
  id: '6a0c3f5e-9d0b-4c55-8b43-0f6f3f6c1a11',
  queue: 'history-chain',
  state: 'failed',
  tries: 1,
  created_on: AT,
  completed_on: null,
  error: 'no',
};

describe('the staff panel speaks plainly', () => {
  it("a user's page says what Joe may do in words, and what happened to him", async () => {
    startServer()
      .on(getUser, () => joe)
      .on(listEmployees, () => ({ count: 0, results: [] }))
      .on(getPermissions, () => PERMISSIONS)
      .on(listUserHistory, () => ({
        count: 1,
        results: [{ id: 1, at: AT, by: ALICE, action: 'created', sentence: 'Alice Arsenault created Joe Jardine.', changes: [] }],
      }));
    await renderPage(<User id={5} />);
    expect(await screen.findByText('Report on the tasks and milestones assigned to them')).toBeTruthy();
    expect(screen.queryByText(/work\.touch|quarantine\.write/)).toBeNull();
    const history = await screen.findByRole('list', { name: 'History' });
    expect(within(history).getByText(/Alice Arsenault created Joe Jardine/)).toBeTruthy();
  });

  it('queues have names', async () => {
    const counts = { waiting: 0, active: 0, failed: 1, done: 0 };
    startServer()
      .on(listQueues, () => ({ count: 1, results: [{ name: 'dead-letter', says: 'Jobs that failed after every try', ...counts }] }))
      .on(listQueueJobs, () => ({ count: 1, results: [FAILED] }));
    await renderPage(<Queues />);
    expect(await screen.findByText('Given up')).toBeTruthy();
    expect((await screen.findAllByText('History seal')).length).toBeGreaterThan(0);
    expect(screen.queryByText(/dead-letter|history-chain/)).toBeNull();
  });
});
