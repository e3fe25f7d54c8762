import { updateSettingSection } from '@dmse/contract/settings/core';
import { FieldTolerances } from '@dmse/contract/settings/field';
import { TOLERANCE_GROUPS, TOLERANCE_WORDS } from '@dmse/domain/sites/tolerance-text';
import { surveyDefaults } from '@dmse/survey/survey-settings';
import { Refusal } from '@dmse/testkit/fake-server';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderPage, retype, serveSection } from './setting-fixture.tsx';
import { TolerancesPage } from './tolerances.tsx';

async function open(value: Record<string, unknown> = {}) {
  const stage = serveSection('field_tolerances', { ...surveyDefaults.tolerances, ...value });
  await renderPage(<TolerancesPage />);
  await screen.findByLabelText(/^HRMS/);
  return { ...stage, user: userEvent.setup() };
}

describe('tolerances', () => {
  it('each tolerance of the settings stands on the page once, under a heading, with a sentence', async () => {
    await open();
    expect(Object.keys(TOLERANCE_WORDS).sort()).toEqual(Object.keys(FieldTolerances.shape).sort());
    const labels = Object.values(TOLERANCE_WORDS).map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
    for (const { title } of TOLERANCE_GROUPS) expect(screen.getByRole('region', { name: title })).toBeTruthy();
    for (const { label, text } of Object.values(TOLERANCE_WORDS)) {
      expect(screen.getByRole('textbox', { name: label }), label).toBeTruthy();
      expect(screen.getByText(text)).toBeTruthy();
    }
    expect(screen.queryByRole('button', { name: /^Reset/ })).toBeNull();
  });

  it('sends only what changed, and puts one back to the value it shipped with', async () => {
    const { user, saves } = await open({ same_point: 0.2 });
    await retype(user, /^HRMS/, '0.03');
    await retype(user, /^Scale factor/, '2e-8');
    await user.click(screen.getByRole('button', { name: 'Reset to 0.075, Same point' }));
    expect(screen.queryByRole('button', { name: 'Reset to 0.075, Same point' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved.');
    expect(saves()[0]).toMatchObject({ ifMatch: 3, body: { hrms: 0.03, scale_factor: 2e-8, same_point: 0.075 } });
    expect(screen.getByRole('button', { name: 'Reset to 0.025, HRMS' })).toBeTruthy();
  });

  it('says under the field what is wrong, and sends nothing', async () => {
    const { user, saves } = await open();
    await retype(user, /^VRMS/, '-1');
    await retype(user, /^PDOP/, '');
    await retype(user, /^Fewest satellites/, '5.5');
    await retype(user, /^Clock gap/, 'soon');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Use 0 or more.')).toBeTruthy();
    expect(screen.getByText('This field may not be blank.')).toBeTruthy();
    expect(screen.getByText('Enter a whole number.')).toBeTruthy();
    expect(screen.getByText('Enter a number.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^VRMS/)));
    expect(saves()).toHaveLength(0);
    await retype(user, /^Fewest satellites/, '101');
    expect(await screen.findByText('Use at most 100.')).toBeTruthy();
  });

  it('a complaint of the server stands under its field', async () => {
    const { user, server } = await open();
    server.on(updateSettingSection, () => {
      throw new Refusal(400, { hrms: ['The collector never reports less.'] });
    });
    await retype(user, /^HRMS/, '0');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('The collector never reports less.')).toBeTruthy();
  });

  it('two edits of one tolerance stand side by side; mine is kept unless I choose theirs', async () => {
    const { user, editElsewhere, stored } = await open();
    await retype(user, /^HRMS/, '0.03');
    editElsewhere({ hrms: 0.04, vrms: 0.06 });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/changed this record while you were editing it/)).toBeTruthy();
    expect(screen.getByText('VRMS: 0.06')).toBeTruthy();
    await user.click(screen.getByLabelText(/Theirs.*0.04/));
    await user.click(screen.getByLabelText(/Mine.*0.03/));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved.');
    expect(stored()).toMatchObject({ hrms: 0.03, vrms: 0.06 });
  });
});
