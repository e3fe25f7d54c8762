import { uploadFile } from '@dmse/contract/files/upload';
import { checkControlImport, listControlImports, runControlImport } from '@dmse/contract/sites/control-import';
import {
  type ControlCheck,
  type ControlPoint,
  createControlPoint,
  getControlPoint,
  listControlChecks,
  listControlPointHistory,
  listControlPoints,
  updateControlPoint,
} from '@dmse/contract/sites/control-point';
import { RUN } from '@dmse/testkit/builders/captured';
import { buildControl } from '@dmse/testkit/builders/control-point';
import { STAMP } from '@dmse/testkit/builders/stamps';
import { type FakeServer, Refusal } from '@dmse/testkit/fake-server';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { buildSelf, renderApp, serveShell } from '../../../app/render-app.tsx';
import * as upload from '../../../parts/file/upload-file.ts';

function open(address: string, as: string, point: ControlPoint, serve: (server: FakeServer) => FakeServer = (server) => server) {
  const self = buildSelf(as);
  const server = serveShell(self)
    .on(getControlPoint, () => point)
    .on(listControlChecks, () => ({ count: 0, results: [] }))
    .on(listControlPointHistory, () => ({ count: 0, results: [] }));
  return renderApp(address, { self, server: serve(server) });
}

function check(id: number, change: Partial<ControlCheck> = {}): ControlCheck {
  return {
    id,
    control_point: 3,
    field_run: { id: RUN, name: null },
    shot: null,
    shot_name: '9001',
    measured_on: STAMP,
    easting: 0,
    northing: 0,
    elevation: 0,
    published_easting: 0,
    published_northing: 0,
    published_elevation: 0,
    residual_easting: 0.012,
    residual_northing: -0.004,
    residual_elevation: null,
    residual_horizontal: 0.0126,
    is_beyond: false,
    note: '',
    created_on: STAMP,
    created_by: null,
    ...change,
  };
}

describe('a control point', () => {
  it('opens on info, with every check shot and its residuals', async () => {
    const { address } = await open('/control/3', 'fern', buildControl(3, { can_edit: false }), (server) =>
      server.on(listControlChecks, () => ({
        count: 2,
        results: [check(1), check(2, { is_beyond: true, residual_elevation: 0.06, measured_on: '2025-03-04T12:00:00.000Z' })],
      })),
    );
    expect(address()).toBe('/control/3/info');
    const table = await screen.findByRole('table', { name: 'Check shots' });
    const row = (await within(table).findByText('Within')).closest('tr')!;
    expect(row.textContent).toContain('+12');
    expect(row.textContent).toContain('−4');
    expect(within(row).getByText('Name Unset')).toBeTruthy();
    expect(within(table).getByText('Beyond')).toBeTruthy();
    expect(screen.getByRole('img', { name: /Residuals of 2 check shots/ })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  it('Alice changes a coordinate against the version she saw; nought is a height like any other', async () => {
    const { server } = await open('/control/3/coords', 'alice', buildControl(3), (fake) =>
      fake.on(updateControlPoint, () => buildControl(3, { elevation: 0, version: 3 })),
    );
    const elevation = await screen.findByLabelText('Elevation');
    await userEvent.clear(elevation);
    await userEvent.type(elevation, '0');
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.callsOf(updateControlPoint)[0]).toMatchObject({ body: { elevation: 0 }, ifMatch: 2 }));
  });

  it('Fern looks at the coordinates and cannot change them', async () => {
    await open('/control/3/coords', 'fern', buildControl(3, { can_edit: false }));
    expect(await screen.findByText('2578542.7687 m')).toBeTruthy();
    expect(screen.queryByLabelText('Easting')).toBeNull();
  });

  it('somebody without the role is told whom to ask', async () => {
    await open('/control/3/info', 'joe', buildControl(3));
    expect(await screen.findByText(/ask a users administrator/)).toBeTruthy();
  });
});

describe('the sketch of a control point', () => {
  const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

  /** A browser that can make pictures; jsdom cannot. */
  function canDraw(): void {
    vi.stubGlobal('Path2D', class {});
    const nothing = new Proxy({}, { get: () => () => {}, set: () => true });
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(nothing as never);
    const bytes = Uint8Array.from(atob(PNG), (letter) => letter.charCodeAt(0));
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob([bytes], { type: 'image/png' })));
  }

  function drag(sheet: Element, ...path: [number, number][]): void {
    vi.spyOn(sheet, 'getBoundingClientRect').mockReturnValue({ left: 0, top: 0, width: 1200, height: 900 } as DOMRect);
    const at = ([clientX, clientY]: [number, number]) => ({ clientX, clientY, pointerId: 1, button: 0 });
    fireEvent.pointerDown(sheet, at(path[0]!));
    for (const point of path.slice(1)) fireEvent.pointerMove(sheet, at(point));
    fireEvent.pointerUp(sheet, at(path.at(-1)!));
  }

  it('is drawn, undone, drawn again and saved as a picture that can be gone on with', async () => {
    canDraw();
    const sent: File[] = [];
    vi.spyOn(upload, 'sendFile').mockImplementation(async (file) => {
      sent.push(file);
      return { id: 31, name: file.name } as Awaited<ReturnType<typeof upload.sendFile>>;
    });
    const { server } = await open('/control/3/sketch', 'alice', buildControl(3), (fake) =>
      fake.on(updateControlPoint, () => buildControl(3, { version: 3 })),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Draw a sketch' }));
    const sheet = await screen.findByRole('img', { name: 'Sketch with 0 things on it' });
    expect(screen.getByRole('button', { name: 'Save sketch' }).hasAttribute('disabled')).toBe(true);
    drag(sheet, [100, 100], [300, 100], [300, 300]);
    expect(sheet.getAttribute('aria-label')).toBe('Sketch with 1 thing on it');
    await userEvent.click(screen.getByRole('button', { name: 'North arrow' }));
    drag(sheet, [900, 200]);
    expect(sheet.getAttribute('aria-label')).toBe('Sketch with 2 things on it');
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(sheet.getAttribute('aria-label')).toBe('Sketch with 1 thing on it');
    await userEvent.click(screen.getByRole('button', { name: 'Dimension' }));
    drag(sheet, [100, 400], [400, 400]);
    await userEvent.type(await screen.findByLabelText(/Length/), '12.34 m{Enter}');
    await waitFor(() => expect(sheet.textContent).toContain('12.34 m'));
    await userEvent.click(screen.getByRole('button', { name: 'Erase' }));
    drag(sheet, [200, 100]);
    expect(sheet.getAttribute('aria-label')).toBe('Sketch with 1 thing on it');
    await userEvent.click(screen.getByRole('button', { name: 'Save sketch' }));
    await waitFor(() => expect(server.callsOf(updateControlPoint)[0]).toMatchObject({ body: { sketch: 31 }, ifMatch: 2 }));
    expect(sent[0]?.name).toBe('sketch-1003HPN.png');
    const { readPicture } = await import('../../../parts/sketch/sketch-picture.ts');
    expect(await readPicture(sent[0]!)).toEqual([{ kind: 'dimension', from: [100, 400], to: [400, 400], text: '12.34 m' }]);
  });

  it('who may not edit sees that there is none, and no pen', async () => {
    await open('/control/3/sketch', 'fern', buildControl(3, { can_edit: false }));
    expect(await screen.findByText('No sketch yet.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Draw a sketch' })).toBeNull();
  });
});

describe('importing control points', () => {
  it('Alice sees what would come of the list, says what it is, and imports it', async () => {
    vi.spyOn(upload, 'sendFile').mockResolvedValue({ id: 8, name: 'hpn.csv' } as Awaited<ReturnType<typeof upload.sendFile>>);
    const { server, address } = await open('/field?tab=controlpoints&import=true', 'alice', buildControl(3), (fake) =>
      fake
        .on(listControlImports, () => ({ count: 0, results: [] }))
        .on(listControlPoints, () => ({ count: 0, results: [] }))
        .on(checkControlImport, () => ({
          layout: 'PENZD',
          rows: 3,
          ready: 1,
          samples: [{ line: 2, name: '7001', easting: 1, northing: 2, elevation: null, note: '' }],
          stops: [],
          errors: [{ line: 4, message: 'The northing is no number.' }],
          error_count: 1,
          known: [
            {
              line: 3,
              name: '7002',
              easting: 1,
              northing: 2,
              elevation: 3,
              note: '',
              id: 9,
              distance: 0.012,
              height_difference: -0.003,
              is_same: false,
            },
          ],
          known_count: 1,
          near: [],
          near_count: 0,
        }))
        .on(runControlImport, () => ({
          id: 1,
          file_name: 'hpn.csv',
          created: 1,
          updated: 0,
          skipped: 2,
          created_on: STAMP,
          created_by: null,
          undone_on: null,
          why_not_undo: null,
        })),
    );
    const file = new File(['P,E,N,Z,D'], 'hpn.csv', { type: 'text/csv' });
    await userEvent.upload(await screen.findByLabelText(/Drop a PENZD/, { selector: 'input' }), file);
    expect(await screen.findByText('Line 4: The northing is no number.')).toBeTruthy();
    expect(screen.getByText(/12 mm away, −3 mm in height/)).toBeTruthy();
    const button = screen.getByRole('button', { name: 'Import 1 control point' });
    expect(button.hasAttribute('disabled')).toBe(true);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Skip the rows with errors' }));
    await userEvent.click(screen.getByRole('checkbox', { name: /High Precision Network/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Import 1 control point' }));
    await waitFor(() =>
      expect(server.callsOf(runControlImport)[0]?.body).toEqual({ file: 8, known: 'skip', is_hpn: true, skip_lines: [4] }),
    );
    await waitFor(() => expect(address()).toBe('/field?tab=controlpoints'));
    expect(server.callsOf(uploadFile)).toEqual([]);
  });

  it('what was found in one file is gone when another is there, readable or not', async () => {
    const send = vi.spyOn(upload, 'sendFile').mockResolvedValue({ id: 8, name: 'hpn.csv' } as Awaited<ReturnType<typeof upload.sendFile>>);
    await open('/field?tab=controlpoints&import=true', 'alice', buildControl(3), (fake) =>
      fake
        .on(listControlImports, () => ({ count: 0, results: [] }))
        .on(listControlPoints, () => ({ count: 0, results: [] }))
        .on(checkControlImport, ({ body }) => {
          if (body.file !== 8) throw new Refusal(400, { detail: 'This is no list of points.' });
          const nothing = { samples: [], stops: [], errors: [], error_count: 0, known: [], known_count: 0, near: [], near_count: 0 };
          return { ...nothing, layout: 'PENZD', rows: 1, ready: 1 };
        }),
    );
    const choose = async (label: RegExp, name: string) =>
      userEvent.upload(await screen.findByLabelText(label, { selector: 'input' }), new File(['7001,1,2'], name, { type: 'text/csv' }));
    await choose(/Drop a PENZD/, 'hpn.csv');
    expect(await screen.findByRole('button', { name: 'Import 1 control point' })).toBeTruthy();
    send.mockResolvedValue({ id: 9, name: 'letter.csv' } as Awaited<ReturnType<typeof upload.sendFile>>);
    await choose(/^hpn.csv/, 'letter.csv');
    expect(await screen.findByText('This is no list of points.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Import \d/ })).toBeNull();
  });

  it('Fern is not offered the import', async () => {
    await open('/field?tab=controlpoints', 'fern', buildControl(3), (fake) =>
      fake.on(listControlPoints, () => ({ count: 0, results: [] })),
    );
    expect(await screen.findByText('No control points yet.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
  });
});

describe('a new control point', () => {
  it('Alice adds a single mark without leaving the dashboard', async () => {
    const { server, address } = await open('/field?tab=controlpoints&new=true', 'alice', buildControl(12), (fake) =>
      fake.on(createControlPoint, () => buildControl(12)),
    );
    await userEvent.type(await screen.findByLabelText(/^Name/), '7001');
    await userEvent.type(screen.getByLabelText(/^Easting/), '2578542.7687');
    await userEvent.type(screen.getByLabelText(/^Northing/), '7411158.8621');
    await userEvent.click(screen.getByRole('button', { name: 'Create control point' }));
    await waitFor(() =>
      expect(server.callsOf(createControlPoint)[0]?.body).toEqual({ name: '7001', easting: 2578542.7687, northing: 7411158.8621 }),
    );
    await waitFor(() => expect(address()).toBe('/control/12/info'));
  });
});
