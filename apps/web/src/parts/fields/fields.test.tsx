import { updateContact } from '@dmse/contract/clients/contact';
import { endpoint } from '@dmse/contract/endpoint';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { DateField } from '../date/date-field.tsx';
import { fieldNames, RecordForm } from '../form/record-form.tsx';
import { renderPart, startServer } from '../render-part.tsx';
import { LineListField } from './line-list-field.tsx';
import { MoneyField } from './money-field.tsx';

const Body = z
  .strictObject({
    phones: z.array(z.string().min(3, 'Use at least 3 characters.')),
    due_date: z.iso.date().nullable(),
    fee_cap: z.int().nullable(),
  })
  .partial();
const field = fieldNames(Body);
const Plan = z.object({
  id: z.int(),
  version: z.int(),
  phones: z.array(z.string()),
  due_date: z.iso.date().nullable(),
  fee_cap: z.int().nullable(),
});
const updatePlan = endpoint({ patch: '/api/plan/:id/', body: Body, response: Plan, needs: 'clients.write', summary: 'Change a plan' });
const PLAN = { id: 1, version: 1, phones: ['506 555 0100'], due_date: '2026-03-18', fee_cap: 120_000 };

async function show() {
  const server = startServer().on(updatePlan, ({ body }) => ({ ...PLAN, ...body, version: 2 }));
  await renderPart(
    <RecordForm endpoint={updatePlan} input={{ id: 1 }} schema={Body} record={PLAN} toValues={(plan) => plan}>
      <LineListField name={field.phones} label="Phones" itemLabel="Phone" type="tel" />
      <DateField name={field.due_date} label="Due date" />
      <MoneyField name={field.fee_cap} label="Fee" hint="In all." />
    </RecordForm>,
  );
  return { server, user: userEvent.setup(), save: () => fireEvent.keyDown(window, { key: 's', metaKey: true }) };
}

describe('LineListField', () => {
  it('adds lines by Enter, drops empty ones, and says which line is wrong', async () => {
    const { server, user, save } = await show();
    await user.type(screen.getByLabelText('Phone'), '{Enter}');
    expect(server.seen).toHaveLength(0);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Phone 2')));
    await user.type(screen.getByLabelText('Phone 2'), '12');
    await user.click(screen.getByRole('button', { name: 'Add phone' }));
    save();
    expect(await screen.findByText('Use at least 3 characters.')).toBeTruthy();
    expect(screen.getByLabelText('Phone 2').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByLabelText('Phone 1').getAttribute('aria-invalid')).toBe('false');
    await user.type(screen.getByLabelText('Phone 2'), '34');
    save();
    await waitFor(() => expect(server.seen[0]?.body).toEqual({ phones: ['506 555 0100', '1234'] }));
  });

  it('takes a line away', async () => {
    const { server, user, save } = await show();
    await user.click(screen.getByRole('button', { name: 'Add phone' }));
    await user.type(screen.getByLabelText('Phone 2'), '506 555 0101');
    await user.click(screen.getByRole('button', { name: 'Remove phone 1' }));
    save();
    await waitFor(() => expect(server.seen[0]?.body).toEqual({ phones: ['506 555 0101'] }));
  });
});

describe('DateField', () => {
  const date = () => screen.getByLabelText<HTMLInputElement>('Due date');

  it('takes a day as people type it, and shows it as we write it', async () => {
    const { server, user, save } = await show();
    await user.clear(date());
    await user.type(date(), '2026/4/1');
    await user.tab();
    expect(date().value).toBe('2026-04-01');
    save();
    await waitFor(() => expect(server.seen[0]?.body).toEqual({ due_date: '2026-04-01' }));
  });

  it('date field: takes a date typed in short, reads it back in full and sends it as we write it', async () => {
    const { server, user, save } = await show();
    await user.clear(date());
    await user.type(date(), '4 Apr 2027');
    expect(screen.getByText('Sun 4 Apr 2027')).toBeTruthy();
    save();
    await waitFor(() => expect(server.seen[0]?.body).toEqual({ due_date: '2027-04-04' }));
  });

  it('date field: the year 1 is refused in words once the field is left', async () => {
    const { user } = await show();
    await user.clear(date());
    await user.type(date(), '0001-01-01');
    await user.tab();
    expect(screen.getByText('Use a date from 1800-01-01 to 2199-12-31.')).toBeTruthy();
    expect(date().value).toBe('0001-01-01');
  });

  it('never takes a half typed date for none: it says so and keeps what was typed', async () => {
    const { server, user, save } = await show();
    await user.clear(date());
    await user.type(date(), '2026-02-31');
    save();
    expect(await screen.findByText('Enter a date such as 2026-03-04.')).toBeTruthy();
    expect(date().value).toBe('2026-02-31');
    expect(server.seen).toHaveLength(0);
  });

  it('clears to null', async () => {
    const { server, user, save } = await show();
    await user.clear(date());
    save();
    await waitFor(() => expect(server.seen[0]?.body).toEqual({ due_date: null }));
  });

  it('is chosen from a calendar', async () => {
    const { server, user, save } = await show();
    await user.click(screen.getByRole('button', { name: 'Choose Due date' }));
    await user.click(await screen.findByRole('gridcell', { name: '25' }));
    expect(date().value).toBe('2026-03-25');
    save();
    await waitFor(() => expect(server.seen[0]?.body).toEqual({ due_date: '2026-03-25' }));
  });
});

describe('MoneyField', () => {
  const fee = () => screen.getByLabelText<HTMLInputElement>('Fee');

  it('takes an amount as people type it, also by Ctrl+S while it is typed, and shows it as we write it', async () => {
    const { server, user, save } = await show();
    await user.clear(fee());
    await user.type(fee(), '$1,234.5');
    expect(fee().value).toBe('$1,234.5');
    save();
    await waitFor(() => expect(server.seen[0]?.body).toEqual({ fee_cap: 123_450 }));
    await user.tab();
    expect(fee().value).toBe('1234.50');
  });

  it('never saves another amount than the one that stands there: what cannot be read stays and says why', async () => {
    const { server, user, save } = await show();
    await user.clear(fee());
    await user.type(fee(), '15 lots');
    expect(screen.getByText('In all.')).toBeTruthy();
    await user.tab();
    expect(screen.getByText('“15 lots” is not an amount of money.')).toBeTruthy();
    save();
    await waitFor(() => expect(document.activeElement).toBe(fee()));
    expect(fee().value).toBe('15 lots');
    expect(server.seen).toHaveLength(0);
    await user.clear(fee());
    await user.type(fee(), '15');
    save();
    await waitFor(() => expect(server.seen[0]?.body).toEqual({ fee_cap: 1500 }));
  });

  it('clears to null', async () => {
    const { server, user, save } = await show();
    await user.clear(fee());
    save();
    await waitFor(() => expect(server.seen[0]?.body).toEqual({ fee_cap: null }));
  });
});

describe('a field', () => {
  it('is named by a schema, or it does not compile', () => {
    // @ts-expect-error The schema has no faxes.
    expect(field.faxes).toBeUndefined();
    // @ts-expect-error A plain text names no field.
    expect(<MoneyField name="fee_cap" />).toBeTruthy();
  });
  it('refuses a name the schema does not know', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    await renderPart(
      <RecordForm endpoint={updateContact} input={{ id: 1 }} schema={Body} initial={{}} toValues={() => ({})}>
        <LineListField name={fieldNames(z.object({ faxes: z.string() })).faxes} label="Faxes" itemLabel="Fax" />
      </RecordForm>,
    );
    expect(screen.getByText('The schema of this form has no field faxes.')).toBeTruthy();
  });
});
