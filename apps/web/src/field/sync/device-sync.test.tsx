import { createPoint } from '@dmse/sync/local/point';
import { openRun } from '@dmse/sync/local/run';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { renderPart } from '../../parts/render-part.tsx';
import { type Stage, stageDevice } from '../device/device-fixture.ts';
import { DeviceSync } from './device-sync.tsx';

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
