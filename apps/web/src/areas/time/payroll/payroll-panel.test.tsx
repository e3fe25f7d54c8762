import * as wire from '@dmse/contract/time/payroll';
import { Refusal } from '@dmse/testkit/fake-server';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { renderPart, startServer } from '../../../parts/render-part.tsx';
import { PayrollPanel } from './payroll-panel.tsx';

const TESS = { id: 7, full_name: 'Tess Thériault' };
const JOE = { id: 3, full_name: 'Joe Jardine' };
const OLD = {
  id: 4,
  from: '2026-02-16',
  to: '2026-03-01',
  lines: 412,
  people: 23,
  minutes: 110_415,
  changed: 1,
  created_on: '2026-03-02T12:00:00.000Z',
  created_by: TESS,
};
const CHANGE = {
  entry: 9,
  user: JOE,
  before: null,
  after: { date: '2026-02-24', minutes: 30, overhead_code: { id: 2, name: 'Sick leave' } },
};

async function show(exports: (typeof OLD)[] = [OLD]) {
  const made = [...exports];
  const server = startServer()
    .on(wire.listPayrollExports, () => ({ count: made.length, results: made }))
    .on(wire.getPayrollExport, () => ({ ...OLD, changes: [CHANGE] }))
    .on(wire.previewPayrollExport, ({ query }) => ({
      lines: query.from === '2020-01-06' ? 0 : 12,
      people: 2,
      minutes: 615,
      waiting: { people: 1, minutes: 60 },
      changed: 0,
      changes: [],
    }))
    .on(wire.createPayrollExport, ({ body }) => {
      if (body.from === '2020-01-13') throw new Refusal(409, { detail: 'Somebody was faster.', code: 'CONFLICT' });
      made.unshift({ ...OLD, ...body, id: 5, lines: 12, changed: 0 });
      return made[0]!;
    })
    .on(wire.getPayrollFile, () => new Blob(['a']) as never);
  await renderPart(<PayrollPanel />);
  await screen.findByRole('heading', { name: 'Payroll export' });
  const type = async (label: string, text: string) => {
    const input = screen.getByLabelText(label);
    await userEvent.clear(input);
    await userEvent.type(input, text);
    await userEvent.tab();
  };
  return { server, type };
}

describe('the payroll panel', () => {
  it('offers the days after the last export, says what is left out, and exports after asking', async () => {
    const { server } = await show();
    expect((screen.getByLabelText('First day') as HTMLInputElement).value).toBe('2026-03-02');
    expect(await screen.findByText('12 entries of 2 people, 10:15 in all.')).toBeTruthy();
    expect(screen.getByText('1:00 of 1 person is not approved yet and is left out.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Export for payroll' }));
    expect(await screen.findByText(/can no longer be taken back/)).toBeTruthy();
    expect(server.callsOf(wire.createPayrollExport)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Export time' }));
    expect(await screen.findByText('Exported 12 entries.')).toBeTruthy();
    expect(server.callsOf(wire.createPayrollExport)).toMatchObject([{ body: { from: '2026-03-02', to: '2026-03-15' } }]);
    await waitFor(() => expect(within(screen.getByRole('list', { name: 'Exports' })).getAllByRole('listitem')).toHaveLength(2));
  });

  it('shows an export with its files and what changed since', async () => {
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    URL.createObjectURL = () => 'blob:x';
    const { server } = await show();
    expect(screen.getByText(/412 entries of 23 people, 1840:15 in all/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: '1 change since' }));
    const changes = await screen.findByRole('list', { name: /Changes since the export/ });
    expect(changes.textContent).toBe('Joe Jardine new: 0:30 on 24 Feb 2026, Sick leave');
    await userEvent.click(screen.getByRole('button', { name: 'Excel of 16 Feb 2026 to 1 Mar 2026' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(server.callsOf(wire.getPayrollFile)).toMatchObject([{ params: { id: 4 }, query: { format: 'xlsx' } }]);
  });

  it('exports nothing where nothing is approved or the days make no sense, and says a refusal', async () => {
    const { server, type } = await show([]);
    await type('First day', '2020-01-06');
    expect(await screen.findByText('There is no approved time in these days.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Export for payroll' }).hasAttribute('disabled')).toBe(true);
    await type('Last day', '2020-01-05');
    expect(await screen.findByText('The last day comes before the first.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Export for payroll' })).toBeNull();
    await type('Last day', '2020-01-19');
    await type('First day', '2020-01-13');
    const button = await screen.findByRole('button', { name: 'Export for payroll' });
    await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
    await userEvent.click(button);
    await userEvent.click(await screen.findByRole('button', { name: 'Export time' }));
    expect(await screen.findByText('Somebody was faster.')).toBeTruthy();
    expect(server.callsOf(wire.createPayrollExport)).toHaveLength(1);
  });
});
