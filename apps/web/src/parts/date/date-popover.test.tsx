import { addDays, localDate } from '@dmse/domain/dates/local-date';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { renderPart } from '../render-part.tsx';
import { DatePopover } from './date-popover.tsx';
import { FirmWeekStart, FirmZone } from './firm-zone.ts';

const today = localDate(new Date().toISOString(), 'America/Moncton');

async function show(value: string | null, weekStart: 'Monday' | 'Sunday' = 'Monday') {
  const onChoose = vi.fn();
  const onClose = vi.fn();
  await renderPart(
    <FirmZone value="America/Moncton">
      <FirmWeekStart value={weekStart}>
        <DatePopover anchor={document.body} title="Due date of Field work" label="Due date" {...{ value, onChoose, onClose }} />
      </FirmWeekStart>
    </FirmZone>,
  );
  return { user: userEvent.setup(), onChoose, onClose, input: screen.getByLabelText<HTMLInputElement>('Due date') };
}

describe('DatePopover', () => {
  it('date popover: what is typed is what is stored, typed over what stood there', async () => {
    const { user, onChoose, input } = await show('2026-03-04');
    expect(document.activeElement).toBe(input);
    await user.keyboard('2026-05-01{Enter}');
    expect(onChoose.mock.calls).toEqual([['2026-05-01']]);
  });

  it('date popover: a date in short counts from today at the firm', async () => {
    const { user, onChoose } = await show(null);
    await user.keyboard('+3d{Enter}');
    expect(onChoose.mock.calls).toEqual([[addDays(today, 3)]]);
  });

  it('date popover: what is no date is said, stays, and stores nothing', async () => {
    const { user, onChoose, onClose, input } = await show(null);
    await user.keyboard('someday{Enter}');
    expect(screen.getByText('“someday” is not a date; write 2026-03-04, +3d, fri or 4 mar.')).toBeTruthy();
    expect(input.value).toBe('someday');
    await user.keyboard('{Control>}a{/Control}0001-01-01{Enter}');
    expect(screen.getByText('Use a date from 1800-01-01 to 2199-12-31.')).toBeTruthy();
    expect([onChoose.mock.calls, onClose.mock.calls]).toEqual([[], []]);
  });

  it('date popover: Esc leaves the date as it was, Enter on an untouched one too', async () => {
    const { user, onChoose, onClose } = await show('2026-03-04');
    await user.keyboard('{Enter}');
    await user.keyboard('2026-05-01{Escape}');
    expect(onClose).toHaveBeenCalledTimes(2);
    expect(onChoose).not.toHaveBeenCalled();
  });

  it('date popover: emptied or cleared, there is no date', async () => {
    const { user, onChoose } = await show('2026-03-04');
    await user.keyboard('{Delete}{Enter}');
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(onChoose.mock.calls).toEqual([[null], [null]]);
  });

  it.each(['Monday', 'Sunday'] as const)('date popover: the weeks of its calendar begin on %s', async (weekStart) => {
    const { user, onChoose } = await show('2026-03-04', weekStart);
    await user.click(await screen.findByRole('gridcell', { name: '25' }));
    expect(screen.getAllByRole('columnheader')[0]!.getAttribute('aria-label')).toBe(weekStart);
    expect(onChoose.mock.calls).toEqual([['2026-03-25']]);
  });
});
