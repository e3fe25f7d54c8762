import {
  createHistoricalDrafts,
  getHistoricalFile,
  HistoricalFile,
  type HistoricalRow,
  listHistoricalCompanies,
  listHistoricalFileHistory,
  listHistoricalFiles,
  updateHistoricalFile,
} from '@dmse/contract/historicals/historical-file';
import { listHistoricalScans } from '@dmse/contract/historicals/scan';
import { getJobSettings } from '@dmse/contract/jobs/settings';
import { buildHistoricalFile, buildHistoricalRow } from '@dmse/testkit/builders/historical-file';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { buildSelf, renderApp, serveShell } from '../../../app/render-app.tsx';
import * as upload from '../../../parts/file/upload-file.ts';
import { buildJobSettings } from '../../jobs/job/job-settings-fixture.ts';

const NOTHING = { count: 0, results: [] };

/** What a row of the list answers when it is opened. */
const fileOf = (row: HistoricalRow) => HistoricalFile.parse({ ...buildHistoricalFile(), ...row });

function serve(as: string, rows: HistoricalRow[], relevant: Record<string, string[]> = {}) {
  return serveShell(buildSelf(as))
    .on(listHistoricalFiles, () => ({ count: rows.length, results: rows }))
    .on(listHistoricalCompanies, () => ({ count: 1, results: [{ company: 'Goguen & Sons', files: 3 }] }))
    .on(getJobSettings, () => buildJobSettings({ historical_company_relevant_fields: relevant }))
    .on(getHistoricalFile, ({ params }) => fileOf(rows.find(({ id }) => id === Number(params.id))!))
    .on(listHistoricalScans, () => NOTHING)
    .on(listHistoricalFileHistory, () => NOTHING);
}

it('historical files: words in a scan are shown with a link to the page; an Employee is offered nothing to change', async () => {
  const row = buildHistoricalRow({ id: 5, found: [{ scan: 7, name: 'plan.pdf', page: 3, excerpt: 'along the mill race to a bar' }] });
  const server = serve('chelsea', [row], { 'Goguen & Sons': ['file_number', 'pid'] });
  await renderApp('/historicals?query=mill&company=Goguen%20%26%20Sons', { as: 'chelsea', server });
  const link = await screen.findByRole('link', { name: 'Page 3 of plan.pdf' });
  expect(link.getAttribute('href')).toBe('/app/historical/5?scan=7&page=3&find=mill');
  expect(screen.getByText('mill', { selector: 'mark' })).toBeTruthy();
  // Of one company the fields that matter for it are the columns.
  const table = screen.getByRole('table', { name: 'Historical files' });
  await within(table).findByRole('columnheader', { name: 'PID' });
  expect(within(table).queryByRole('columnheader', { name: 'Client name' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'New file' })).toBeNull();
});

it('historical file: the form asks for what matters for the company, and a sub-type only where the category has any', async () => {
  const row = buildHistoricalRow({ id: 5, description: '', client_name: '' });
  const server = serve('alice', [row], { 'Goguen & Sons': ['file_number', 'category'] });
  server.on(updateHistoricalFile, () => fileOf({ ...row, category: 'Topo', sub_category: 'Roads', version: 2 }));
  await renderApp('/historical/5', { as: 'alice', server });
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  await waitFor(() => expect(screen.queryByLabelText('Legal description', { selector: 'form textarea' })).toBeNull());
  expect(screen.queryByRole('combobox', { name: 'Sub-type' })).toBeNull();
  await userEvent.click(screen.getByRole('combobox', { name: 'Category' }));
  await userEvent.click(screen.getByRole('option', { name: 'Topo' }));
  await userEvent.click(await screen.findByRole('combobox', { name: 'Sub-type' }));
  await userEvent.click(screen.getByRole('option', { name: 'Roads' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.callsOf(updateHistoricalFile).map(({ body }) => body)).toEqual([{ category: 'Topo', sub_category: 'Roads' }]),
  );
});

it('entry of scans: uploads become drafts with one call; proposals are taken, typed over, saved row by row and taken back', async () => {
  const rows: HistoricalRow[] = [];
  const proposal = { file_number: '84-300', plan_number: '1412', pid: null, surveyed_on: null };
  const blank = { company: '', file_number: '', client_name: '', description: '', is_draft: true, proposal };
  const server = serve('alice', rows);
  server.on(createHistoricalDrafts, ({ body }) => {
    const drafts = (body as { files: number[] }).files.map((file) =>
      buildHistoricalRow({ id: file, ...blank, scans_failed: file === 22 ? 1 : 0 }),
    );
    rows.push(...drafts);
    return { drafts: drafts.map(({ id }) => id), refused: ['words.jpg: a scan is a PDF, TIFF, JPEG or PNG.'] };
  });
  server.on(updateHistoricalFile, ({ params, body }) => {
    const at = rows.findIndex(({ id }) => id === Number(params.id));
    rows[at] = { ...rows[at]!, ...(body as Partial<HistoricalRow>), version: rows[at]!.version + 1 };
    return fileOf(rows[at]!);
  });
  let sent = 20;
  vi.spyOn(upload, 'sendFile').mockImplementation(async (file) => {
    sent += 1;
    return { id: sent, name: file.name, mime_type: 'image/png', bytes: 1, sha256: 'x', url: '/x', thumbnail_url: null };
  });
  await renderApp('/historicals?mode=entry', { as: 'alice', server });
  const scans = [1, 2].map((at) => new File(['x'], `84-30${at}.png`, { type: 'image/png' }));
  fireEvent.change(await screen.findByLabelText('Scans of the archive', { selector: 'input' }), { target: { files: scans } });
  const grid = await screen.findByRole('grid', { name: 'Drafts' }, { timeout: 5000 });
  expect(server.callsOf(createHistoricalDrafts).map(({ body }) => body)).toEqual([{ files: [21, 22] }]);
  expect(screen.getByText('words.jpg: a scan is a PDF, TIFF, JPEG or PNG.')).toBeTruthy();
  expect(within(grid).getAllByRole('img', { name: /^This scan cannot be read/ })).toHaveLength(1);
  const cells = () => within(grid).getAllByRole('gridcell');
  cells()[0]!.focus();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await userEvent.keyboard('{ArrowDown}99-1{Enter}');
  await waitFor(() =>
    expect(rows.map(({ file_number, plan_number }) => [file_number, plan_number])).toEqual([
      ['84-300', '1412'],
      ['99-1', ''],
    ]),
  );
  await userEvent.keyboard('{Control>}z{/Control}');
  await userEvent.keyboard('{Control>}z{/Control}');
  await waitFor(() =>
    expect(rows.map(({ file_number, plan_number }) => [file_number, plan_number])).toEqual([
      ['', ''],
      ['', ''],
    ]),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(rows.map(({ is_draft }) => is_draft)).toEqual([true, false]));
});
