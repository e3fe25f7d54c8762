import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFieldRuns } from '@dmse/contract/sites/field-run';
import { getProcessing, getProcessingPoints } from '@dmse/contract/sites/processing/run';
import { getSitesSettings } from '@dmse/contract/sites/settings';
import { RUN } from '@dmse/testkit/builders/captured';
import { buildRunRow } from '@dmse/testkit/builders/field-run';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { strToU8, zipSync } from 'fflate';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildSelf, renderApp, serveShell } from '../../../app/render-app.tsx';
import { pageOf, SITES_SETTINGS } from '../field-run/sites-fixture.ts';
import { buildFile, buildPoints, buildProcessing } from './processing-fixture.ts';
import { recogniseFile } from './recognise-files.ts';
import type { RecogniseQuestion } from './recognise-worker.ts';

const FOLDER = join(import.meta.dirname, '../../../../../../packages/survey/fixtures/synthetic-run');
const fixture = (ending: string) => new File([readFileSync(join(FOLDER, `25001AT251014${ending}`))], `25001AT251014${ending}`);

/** The worker's own code, in the page. */
class InlineWorker {
  onmessage: (message: unknown) => void = () => {};
  async postMessage({ id, file, settings, run }: RecogniseQuestion) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    this.onmessage({ data: { id, files: recogniseFile(bytes, file.name, settings, run) } });
  }
  terminate() {}
}

/** Answers at once with a run in processing. */
class FakeRequest {
  static sent: [path: string, form: FormData][] = [];
  upload = {};
  status = 200;
  responseText = JSON.stringify(buildProcessing());
  path = '';
  onload = () => {};
  open(_: string, path: string) {
    this.path = path;
  }
  setRequestHeader() {}
  getResponseHeader = () => 'dmse';
  send(form: FormData) {
    FakeRequest.sent.push([this.path, form]);
    queueMicrotask(() => this.onload());
  }
}

beforeEach(() => {
  FakeRequest.sent = [];
  vi.stubGlobal('Worker', InlineWorker);
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
});
afterEach(() => vi.unstubAllGlobals());

async function open(run = buildProcessing({ state: 'Active', attempt: null, attempts: [], files: [], overview: null })) {
  const self = buildSelf('pia');
  const server = serveShell(self)
    .on(getProcessing, () => run)
    .on(getProcessingPoints, () => buildPoints(1))
    .on(getSitesSettings, () => SITES_SETTINGS)
    .on(listFieldRuns, () => pageOf(buildRunRow()));
  const page = await renderApp(`/processing/start?fieldrun=${RUN}`, { self, server });
  const input = await screen.findByLabelText<HTMLInputElement>('Files of the run');
  return { ...page, choose: (...files: File[]) => fireEvent.change(input, { target: { files } }) };
}
const slot = (name: string) => within(screen.getByRole('region', { name }));

it('processing form: all files at once are put where they belong and sent in their parts', async () => {
  const { choose, address } = await open();
  choose(fixture('.rw5'), fixture('.crdb'), fixture('.sum'), fixture('.ref'), fixture('.loc'));
  const send = await screen.findByRole('button', { name: 'Import 5 files' });
  expect(slot('Raw file').getByText('Projection')).toBeTruthy();
  expect(slot('Localization').getByText('25001AT251014.loc')).toBeTruthy();
  await userEvent.click(send);
  await waitFor(() => expect(address()).toBe(`/processing/${RUN}?step=validate`));
  const [path, form] = FakeRequest.sent[0]!;
  expect(path).toBe(`/api/sites/fieldrun-processing/${RUN}/import/`);
  expect([...form].map(([part, file]) => [part, (file as File).name.slice(-4)])).toEqual([
    ['raw_file', '.rw5'],
    ['points_file', 'crdb'],
    ['sum_file', '.sum'],
    ['ref_file', '.ref'],
    ['loc_file', '.loc'],
  ]);
});

it('processing form: a zip is opened; another kind, the same file twice and another day say so', async () => {
  const { choose } = await open(
    buildProcessing({ started_on: '2026-01-01T12:00:00.000Z', job_num: '26-99', attempt: null, attempts: [], files: [] }),
  );
  const zip = zipSync({ 'day/25001AT251014.ref': new Uint8Array(await fixture('.ref').arrayBuffer()), '__MACOSX/._x': strToU8('x') });
  choose(new File([zip as Uint8Array<ArrayBuffer>], 'day.zip'), fixture('.ref'), fixture('.rw5'), new File(['%PDF-1.7'], 'plan.pdf'));
  expect(await slot('Not imported').findByText(/looks like a PDF document/)).toBeTruthy();
  expect(await screen.findByText('The same file as 25001AT251014.ref: it counts once.')).toBeTruthy();
  expect(slot('Raw file').getByText(/file of job 25001; the run is of job 26-99/)).toBeTruthy();
  expect(slot('Raw file').getByText(/file of 2025-10-14; the run is of 2026-01-01/)).toBeTruthy();
  expect(screen.getByText('A points file is needed.')).toBeTruthy();
  await userEvent.click(slot('Raw file').getByRole('combobox', { name: /Import as/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'Points file' }));
  expect(slot('Points file').getByText(/looks like a raw file \(RW5\), so it cannot be the points file/)).toBeTruthy();
});

it('processing form: a better file takes the place of the earlier one, or stands beside it', async () => {
  const { choose } = await open(buildProcessing({ files: [buildFile(1, 'raw_file', 'old.rw5'), buildFile(2, 'points_file', 'old.crdb')] }));
  choose(fixture('.rw5'));
  expect(await slot('Raw file').findByText('The new file takes the place of this one.')).toBeTruthy();
  await userEvent.click(slot('Raw file').getByRole('switch', { name: 'Keep too' }));
  expect(slot('Raw file').getByText('Imported before; it stays.')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Import 1 file' }).disabled).toBe(false);
});
