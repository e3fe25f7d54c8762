import { sync } from '@dmse/sync/engine';
import { createPoint } from '@dmse/sync/local/point';
import { openRun } from '@dmse/sync/local/run';
import { createRow } from '@dmse/sync/memory/model-server';
import { screen } from '@testing-library/react';
import { v7 as newUuid } from 'uuid';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { renderPart } from '../../parts/render-part.tsx';
import { type Stage, stageDevice } from '../device/device-fixture.ts';
import { DeviceSync } from './device-sync.tsx';
import { noteSync } from './sync-status.ts';

let stage: Stage;

beforeEach(async () => {
  stage = stageDevice();
  await openRun(stage.session, stage.run);
  stage.setOnline(false);
  await createPoint(stage.session, { field_run: stage.run, fields: { name: '5001' } });
});
afterEach(() => stage.close());

it('the sync of this device: nothing that is read later pushes the button away from whoever presses it', async () => {
  await renderPart(<DeviceSync />);
  const button = screen.getByRole('button', { name: 'Open sync' });
  const list = await screen.findByRole('list', { name: 'Runs on this device' });
  const count = await screen.findByText(/waiting ·/);
  for (const later of [list, count]) expect(button.compareDocumentPosition(later)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('the sync of this device: nothing is said to be in order while a run on it is not loaded whole', async () => {
  const id = newUuid();
  createRow(stage.server, 'point', { id, field_run: stage.run, code: 'TREE' }, null, { op: `${id}:1:office`, device: 'office', rev: 1 });
  stage.network = (request, send) => (request.path.startsWith('/api/sites/fieldrun-shot/?') ? null : send());
  stage.setOnline(true);
  await sync(stage.session);
  noteSync({ isGreen: true });
  await renderPart(<DeviceSync />);
  expect(await screen.findByText('1 point not loaded yet')).toBeTruthy();
  expect(await screen.findByText('Nothing is waiting to be sent.')).toBeTruthy();
});
