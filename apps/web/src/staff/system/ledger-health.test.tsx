import { getLedgerHealth } from '@dmse/contract/wip/wip';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderPart, startServer } from '../../parts/render-part.tsx';
import { LedgerHealth } from './ledger-health.tsx';

describe('ledger health', () => {
  it('ledger health: each difference is named with its record; checked again, nothing differs', async () => {
    const says = 'On hold is kept as $0.01, the ledger says $0.00.';
    let differences = [
      { what: 'Job 26-0005', says },
      { what: 'time/12', says: 'The entry of this work is gone.' },
    ];
    startServer().on(getLedgerHealth, () => ({ at: new Date().toISOString(), checked: 12_345, differences }));
    await renderPart(<LedgerHealth />);
    expect((await screen.findByRole('link', { name: 'Job 26-0005' })).getAttribute('href')).toBe('/app/jobs?query=26-0005');
    expect(screen.getByText(says)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Time entry 12' }).getAttribute('href')).toBe('/app/entry/12');
    expect(screen.getByText(/^12,345 records checked/)).toBeTruthy();
    differences = [];
    await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
    expect(await screen.findByText('Nothing differs.')).toBeTruthy();
  });
});
