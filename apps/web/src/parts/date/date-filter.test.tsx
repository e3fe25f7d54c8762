import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderPart } from '../render-part.tsx';
import { dateFilter } from './date-filter.tsx';

it('date filter: passes on a whole date or none, and keeps what is half typed', async () => {
  const filter = dateFilter('from', 'From');
  const onChange = vi.fn();
  await renderPart(<div>{filter.kind === 'own' ? filter.render('', onChange) : null}</div>);
  const input = screen.getByLabelText<HTMLInputElement>('From');
  await userEvent.type(input, '4 mar 202');
  expect(input.value).toBe('4 mar 202');
  expect(onChange).not.toHaveBeenCalledWith(expect.stringContaining('mar'));
  await userEvent.type(input, '7');
  expect(onChange).toHaveBeenLastCalledWith('2027-03-04');
  await userEvent.clear(input);
  expect(onChange).toHaveBeenLastCalledWith('');
});
