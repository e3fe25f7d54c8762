import { listJobs } from '@dmse/contract/jobs/job';
import { listControlPoints } from '@dmse/contract/sites/control-point';
import { listFieldRuns, updateFieldRun } from '@dmse/contract/sites/field-run';
import { importExport } from '@dmse/contract/sites/sync';
import { RUN, uuid } from '@dmse/testkit/builders/captured';
import { buildControlRow } from '@dmse/testkit/builders/control-point';
import { buildRun, buildRunRow } from '@dmse/testkit/builders/field-run';
import { type FakeServer, Refusal } from '@dmse/testkit/fake-server';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { buildSelf, renderApp, serveShell } from '../../../app/render-app.tsx';
import { beNarrow } from '../../../parts/render-part.tsx';

function open(address: string, as: string, serve: (server: FakeServer) => FakeServer) {
  const self = buildSelf(as);
  return renderApp(address, { self, server: serve(serveShell(self)) });
}

const runs =
  (...rows: ReturnType<typeof buildRunRow>[]) =>
  (server: FakeServer) =>
    server.on(listFieldRuns, ({ query }) => {
      const found = query.state ? rows.filter((row) => query.state?.includes(row.state)) : rows;
      return { count: found.length, results: found.slice(0, query.page_size) };
    });

describe('the field dashboard', () => {
  it('Chelsea is told whom to ask and sees no tabs', async () => {
    await open('/field', 'chelsea', (server) => server);
    expect(await screen.findByText(/ask a users administrator/)).toBeTruthy();
    expect(screen.queryByRole('navigation', { name: 'Field dashboard' })).toBeNull();
  });

  it('opens on Field Runs, with the columns of the specification', async () => {
    await open('/field', 'fern', runs(buildRunRow({ name: null, state: 'Finished' })));
    expect(await screen.findByText('Name Unset')).toBeTruthy();
    const table = screen.getByRole('table', { name: 'Field runs' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((head) => head.textContent),
    ).toEqual(['Name', 'Description', 'Job', 'State', 'Actions']);
    expect(screen.getByRole('link', { name: /Create a New Fieldrun/ }).getAttribute('href')).toBe('/app/fieldrun/new');
  });

  it('Fern picks the job whose runs she wants to see', async () => {
    const { server, address } = await open('/field', 'fern', (fake) =>
      runs(buildRunRow())(fake).on(listJobs, () => ({
        count: 1,
        results: [{ id: 7, num: '26-0123', desc: 'Main Street', client_name: 'City', state: 'IN PROGRESS' as const }],
      })),
    );
    await userEvent.click(await screen.findByLabelText('Filter Job'));
    await userEvent.click(await screen.findByRole('option', { name: /26-0123/ }));
    await waitFor(() => expect(address()).toContain('job_num=26-0123'));
    await waitFor(() => expect(server.callsOf(listFieldRuns).at(-1)?.query).toMatchObject({ job_num: '26-0123' }));
  });

  it('an unknown tab means Field Runs', async () => {
    await open('/field?tab=nonsense', 'fern', runs(buildRunRow()));
    expect(await screen.findByRole('table', { name: 'Field runs' })).toBeTruthy();
  });

  it('Pia processes what is not finished: a waiting run by the form, one in processing by the wizard', async () => {
    const { address } = await open(
      '/field',
      'pia',
      runs(
        buildRunRow({ name: 'A' }),
        buildRunRow({ id: uuid(2), name: 'B', state: 'Processing' }),
        buildRunRow({ id: uuid(3), name: 'C', state: 'Finished' }),
      ),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Process A' }));
    await waitFor(() => expect(address()).toBe(`/processing/start?fieldrun=${RUN}`));
    expect(screen.queryByRole('button', { name: 'Process C' })).toBeNull();
  });

  it('Pia goes on in the wizard where processing has begun', async () => {
    const { address } = await open('/field', 'pia', runs(buildRunRow({ name: 'B', state: 'Processing' })));
    await userEvent.click(await screen.findByRole('button', { name: 'Process B' }));
    await waitFor(() => expect(address()).toBe(`/processing/${RUN}`));
  });

  it('Fern sees Open and no Process', async () => {
    await open('/field', 'fern', runs(buildRunRow({ name: 'A' })));
    expect(await screen.findByRole('button', { name: 'Open A' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Process A' })).toBeNull();
  });

  it('filters by job and state through the address', async () => {
    const { server, address } = await open('/field?state=Active&state=Waiting&job_num=26-01', 'fern', runs(buildRunRow()));
    await screen.findByRole('table', { name: 'Field runs' });
    expect(server.callsOf(listFieldRuns)[0]?.query).toMatchObject({ state: ['Active', 'Waiting'], job_num: '26-01' });
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter Filter Job: 26-01' }));
    await waitFor(() => expect(address()).not.toContain('job_num'));
  });
});

describe('the field dashboard on a phone', () => {
  it('offers four waiting runs; starting one makes it Active and opens the field app', async () => {
    beNarrow();
    const five = [1, 2, 3, 4, 5].map((n) => buildRunRow({ id: uuid(n), name: `Run ${n}` }));
    const { server, address } = await open('/field', 'fern', (fake) =>
      runs(...five)(fake).on(updateFieldRun, ({ params }) => buildRun({ id: params.id, state: 'Active' })),
    );
    const panel = await screen.findByRole('region', { name: 'These runs are ready to be taken' });
    const buttons = await within(panel).findAllByRole('button', { name: 'Start Run' });
    expect(buttons).toHaveLength(4);
    await userEvent.click(buttons[0]!);
    await waitFor(() => expect(address()).toMatch(new RegExp(`^/fieldrun/field/${uuid(1)}`)));
    expect(server.callsOf(updateFieldRun)[0]?.body).toEqual({ state: 'Active' });
  });

  it('says so when somebody else was faster', async () => {
    beNarrow();
    const { address } = await open('/field', 'fern', (fake) =>
      runs(buildRunRow())(fake).on(updateFieldRun, () => {
        throw new Refusal(409, { detail: 'Joe has already started this run.' });
      }),
    );
    const panel = await screen.findByRole('region', { name: 'These runs are ready to be taken' });
    await userEvent.click(await within(panel).findByRole('button', { name: 'Start Run' }));
    expect(await screen.findByText('Failed to start run.')).toBeTruthy();
    expect(screen.getByText('Joe has already started this run.')).toBeTruthy();
    expect(address()).toBe('/field');
  });

  it('goes between waiting and stored runs by the address', async () => {
    beNarrow();
    const { address } = await open('/field?mobile-menu=offline', 'fern', runs(buildRunRow({ state: 'Active' })));
    expect(await screen.findByText('No run is stored on this device.')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Resume Run Main St. topo' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Start Run' }));
    await waitFor(() => expect(address()).toContain('mobile-menu=waiting'));
    expect(await screen.findByText('No run is waiting.')).toBeTruthy();
  });

  it('who only reads runs is offered neither', async () => {
    beNarrow();
    const self = buildSelf('fern', { can: ['sites.read', 'self.read'] });
    await renderApp('/field', { self, server: runs(buildRunRow())(serveShell(self)) });
    expect(await screen.findByText('Main St. topo')).toBeTruthy();
    expect(screen.queryByText('These runs are ready to be taken')).toBeNull();
    expect(screen.queryByRole('button', { name: /Start Run/ })).toBeNull();
  });
});

describe('the control point search', () => {
  const points = (server: FakeServer) =>
    server.on(listControlPoints, () => ({
      count: 2,
      results: [
        buildControlRow(3, { name: 'A,1', note: 'Brass cap\nin "bedrock"', elevation: null }),
        buildControlRow(4, { control_destroyed: true }),
      ],
    }));

  it('has its columns, Yes and No, and Unset for an empty note', async () => {
    await open('/field?tab=controlpoints', 'fern', points);
    const table = await screen.findByRole('table', { name: 'Control points' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((head) => head.textContent),
    ).toEqual(['', 'Name', 'Easting', 'Northing', 'Elevation', 'Note', 'Destroyed']);
    expect(await within(table).findByText('Unset')).toBeTruthy();
    expect(within(table).getByText('Yes')).toBeTruthy();
    expect(screen.getByText('Select control points to export in PENZD .csv format.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
  });

  it('asks for HPN only and for destroyed ones, and keeps that in the address', async () => {
    const { server, address } = await open('/field?tab=controlpoints', 'fern', points);
    await userEvent.click(await screen.findByRole('checkbox', { name: 'HPN Only' }));
    await waitFor(() => expect(address()).toContain('hpnOnly=true'));
    await waitFor(() => expect(server.callsOf(listControlPoints).at(-1)?.query).toMatchObject({ hpn_only: true }));
    await userEvent.click(screen.getByRole('combobox', { name: 'Destroyed' }));
    await userEvent.click(await screen.findByRole('option', { name: 'No' }));
    await waitFor(() => expect(server.callsOf(listControlPoints).at(-1)?.query).toMatchObject({ hpn_only: true, destroyed: false }));
    expect(server.callsOf(listControlPoints)[0]?.query).toEqual({ page: 1, page_size: 25 });
  });

  it('exports what is selected as PENZD', async () => {
    const saved: { name: string; blob: Blob }[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push({ name: '', blob: blob as Blob });
      return 'blob:test';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      if (saved[0]) saved[0].name = this.download;
    });
    await open('/field?tab=controlpoints', 'fern', points);
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select A,1' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
    expect(saved[0]?.name).toMatch(/^control-points-\d{4}-\d{2}-\d{2}\.csv$/);
    expect(await saved[0]?.blob.text()).toBe('P,E,N,Z,D\r\n"A,1",2578542.7687,7411158.8621,,"Brass cap|in ""bedrock"""\r\n');
  });
});

describe('the zip a tablet exported', () => {
  it('Fern brings it in and is told what came of it', async () => {
    const { server } = await open('/field', 'fern', (fake) =>
      runs(buildRunRow())(fake).on(importExport, () => ({
        field_runs: [RUN],
        created: 3,
        updated: 0,
        unchanged: 2,
        problems: [{ kind: 'point' as const, id: uuid(9), name: 'Shot 5009', reason: 'The run is not known.' }],
      })),
    );
    const zip = new File(['PK'], 'field-data.zip', { type: 'application/zip' });
    await userEvent.upload(await screen.findByLabelText('Zip a tablet exported'), zip);
    expect(await screen.findByText('3 new, 0 changed, 2 known already.')).toBeTruthy();
    expect(screen.getByText('Shot 5009: The run is not known.')).toBeTruthy();
    const body = server.callsOf(importExport)[0]?.body as FormData | undefined;
    expect(body?.get('file')).toBeInstanceOf(File);
  });
});
