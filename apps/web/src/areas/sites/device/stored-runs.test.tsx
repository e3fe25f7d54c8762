import { createPoint } from '@dmse/sync/local/point';
import { openRun, updateRun } from '@dmse/sync/local/run';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Stage, stageDevice } from '../../../field/device/device-fixture.ts';
import { renderPart } from '../../../parts/render-part.tsx';
import { StoredRuns } from './stored-runs.tsx';

let stage: Stage;
let saved: string[];

beforeEach(async () => {
  stage = stageDevice();
  await openRun(stage.session, stage.run);
  await updateRun(stage.session, stage.run, { fields: { name: 'Run 12' } });
  saved = [];
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:test');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (this.download) saved.push(this.download);
  });
});
afterEach(() => stage.close());

const runsHere = () => stage.session.store.runs(async (tx) => (await tx.table('run').list({})).length);
const aside = () => stage.session.store.safety(async ({ rescue }) => (await rescue.list({})).length);

async function removeAll(): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'Remove all' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('saves storage and could fix issues');
  expect(dialog.textContent).toContain('Make sure everything is synced');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove all' }));
}

describe('the runs stored on this device', () => {
  it('a stored run leads into the field app, says what is not synced, and that its dangers are not written down', async () => {
    stage.setOnline(false);
    await createPoint(stage.session, { field_run: stage.run, fields: { name: '5001' } });
    await renderPart(<StoredRuns />);
    const link = await screen.findByRole('link', { name: /Run 12/ });
    expect(link.getAttribute('href')).toBe(`/app/fieldrun/field/${stage.run}`);
    expect(link.textContent).toContain('2 not synced');
    expect(link.textContent).toContain('No risk assessment yet');
  });

  it('the amber goes with the risk assessment', async () => {
    await renderPart(<StoredRuns />);
    expect((await screen.findByRole('link', { name: /Run 12/ })).textContent).toContain('No risk assessment yet');
    await updateRun(stage.session, stage.run, { fields: { present_hazards: ['Live traffic'] } });
    await waitFor(() => expect(screen.getByRole('link', { name: /Run 12/ }).textContent).not.toContain('No risk assessment'));
  });

  it('Remove all sends what is unsent first, and then nothing is left and nothing is lost', async () => {
    await createPoint(stage.session, { field_run: stage.run, fields: { name: '5001' } });
    await renderPart(<StoredRuns />);
    await removeAll();
    await waitFor(async () => expect(await runsHere()).toBe(0));
    expect(await aside()).toBe(0);
    expect(await screen.findByText('Removed all fieldruns from this device.')).toBeTruthy();
  });

  it('without a network Remove all exports and moves to rescue, and offers nothing else', async () => {
    await createPoint(stage.session, { field_run: stage.run, fields: { name: '5001' } });
    stage.network = () => null;
    await renderPart(<StoredRuns />);
    await removeAll();
    const second = await screen.findByRole('dialog', { name: 'Not everything is on the server' });
    expect(second.textContent).toMatch(/Run 12: \d+ not synced/);
    expect(
      within(second)
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(['Cancel', 'Export and move to rescue']);
    expect(await runsHere()).toBe(1);
    await userEvent.click(within(second).getByRole('button', { name: 'Export and move to rescue' }));
    await waitFor(async () => expect(await runsHere()).toBe(0));
    expect(saved[0]).toMatch(/^field-data-\d{4}-\d{2}-\d{2}\.zip$/);
    expect(await aside()).toBeGreaterThanOrEqual(2);
    expect(await screen.findByText(/\d+ items from Run 12 waiting to upload/)).toBeTruthy();
    // What has been moved already is listed while the dialog still covers the page.
    await userEvent.click(await screen.findByRole('button', { name: 'Restore' }));
    expect(await screen.findByRole('link', { name: /Run 12/ })).toBeTruthy();
    await waitFor(async () => expect(await aside()).toBe(0));
  });
});
