import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderPart } from '../render-part.tsx';
import { RecordTabs } from './record-tabs.tsx';

describe('RecordTabs', () => {
  it('are links to places, and the current one says so', async () => {
    const user = userEvent.setup();
    const { address } = await renderPart(
      <RecordTabs
        label="Sections"
        tabs={[
          { label: 'Info', to: '/part', isCurrent: true },
          { label: 'Clients', to: '/part', search: { tab: 'clients' }, isCurrent: false, badge: 4 },
          { label: 'All', to: '/part', isCurrent: false },
        ]}
      />,
      '/part?query=x',
    );
    expect(screen.getByRole('link', { name: 'Info' }).getAttribute('aria-current')).toBe('page');
    expect(screen.getByRole('link', { name: /Clients/ }).getAttribute('aria-current')).toBeNull();
    // The screen says which one is current, not the beginning of the address.
    expect(screen.getByRole('link', { name: 'All' }).getAttribute('aria-current')).toBeNull();
    await user.click(screen.getByRole('link', { name: /Clients/ }));
    expect(address()).toBe('/part?tab=clients');
  });
});
