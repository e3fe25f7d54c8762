import { endpoint } from '@dmse/contract/endpoint';
import { AgreedRate, projectFields } from '@dmse/contract/jobs/job-fields';
import { getJobSettings } from '@dmse/contract/jobs/settings';
import { Refusal } from '@dmse/testkit/fake-server';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldNames, RecordForm } from '../../../parts/form/record-form.tsx';
import { renderPart, startServer } from '../../../parts/render-part.tsx';
import { buildJobSettings } from '../job/job-settings-fixture.ts';
import { AgreedRatesField } from './agreed-rates-field.tsx';

const Body = z.strictObject({ rates: projectFields.rates }).partial();
const field = fieldNames(Body);
const Plan = z.object({ id: z.int(), version: z.int(), rates: z.array(AgreedRate) });
const updatePlan = endpoint({ patch: '/api/plan/:id/', body: Body, response: Plan, needs: 'jobs.look_up', summary: 'Change a plan' });
const ROLES = [
  { id: 1, name: 'Party chief' },
  { id: 2, name: 'Drafter' },
];
const PLAN = { id: 1, version: 1, rates: [{ job_role: ROLES[0]!, charge_rate: 15_000 }] };

async function show(isReadOnly = false) {
  let refused: Record<string, string[]> | null = null;
  const server = startServer()
    .on(getJobSettings, () => buildJobSettings({ job_roles: ROLES }))
    .on(updatePlan, () => {
      if (refused) throw new Refusal(400, refused);
      return { ...PLAN, version: 2 };
    });
  const toValues = (plan: z.infer<typeof Plan>) => ({
    ...plan,
    rates: plan.rates.map(({ job_role, charge_rate }) => ({ job_role: job_role.id, charge_rate })),
  });
  await renderPart(
    <RecordForm endpoint={updatePlan} input={{ id: 1 }} schema={Body} record={PLAN} toValues={toValues} isReadOnly={isReadOnly}>
      <AgreedRatesField name={field.rates} label="Agreed rates" />
    </RecordForm>,
  );
  const sent = () => server.seen.find(({ body }) => body !== undefined)?.body;
  const refuse = (why: Record<string, string[]>) => {
    refused = why;
  };
  return { sent, refuse, user: userEvent.setup(), save: () => fireEvent.keyDown(window, { key: 's', metaKey: true }) };
}

describe('AgreedRatesField', () => {
  it('adds the next role that has no rate yet, takes money as it is typed, and offers no role twice', async () => {
    const { user, sent, save } = await show();
    const add = screen.getByRole('button', { name: 'Add an agreed rate' });
    await waitFor(() => expect(add.hasAttribute('disabled')).toBe(false));
    await user.click(add);
    expect(add.hasAttribute('disabled')).toBe(true);
    const [, charge] = screen.getAllByLabelText('Charge');
    await user.clear(charge!);
    await user.type(charge!, '$92.5');
    save();
    await waitFor(() =>
      expect(sent()).toEqual({
        rates: [
          { job_role: 1, charge_rate: 15_000 },
          { job_role: 2, charge_rate: 9250 },
        ],
      }),
    );
  });

  it('saves nothing while an amount cannot be read, and says why; a rate can be taken away', async () => {
    const { user, sent, save } = await show();
    const charge = screen.getByLabelText('Charge');
    await user.type(charge, ' per hour');
    save();
    expect(await screen.findByText('“150.00 per hour” is not an amount of money.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(charge));
    expect(sent()).toBeUndefined();
    await user.tab();
    expect((charge as HTMLInputElement).value).toBe('150.00 per hour');
    await user.click(await screen.findByRole('button', { name: 'Remove the rate of Party chief' }));
    save();
    await waitFor(() => expect(sent()).toEqual({ rates: [] }));
  });

  it('puts what the server says of a row where it belongs', async () => {
    const { user, refuse, save } = await show();
    refuse({ 'rates.0.job_role': ['This role is no longer in use.'], 'rates.0.charge_rate': ['This is below what it costs.'] });
    await user.clear(screen.getByLabelText('Charge'));
    await user.type(screen.getByLabelText('Charge'), '5');
    save();
    const inRole = await screen.findByText('This role is no longer in use.');
    expect(screen.getByLabelText('Role').getAttribute('aria-describedby')).toBe(inRole.id);
    const inCharge = screen.getByText('This is below what it costs.');
    expect(screen.getByLabelText('Charge').getAttribute('aria-describedby')).toBe(inCharge.id);
  });

  it('is a list of words for whoever may not change it', async () => {
    await show(true);
    expect(await screen.findByText('Party chief $150.00/h')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });
});
