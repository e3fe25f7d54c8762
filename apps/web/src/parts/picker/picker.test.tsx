import { listContacts } from '@dmse/contract/clients/contact';
import { buildContactRow } from '@dmse/testkit/builders/contact';
import { Refusal } from '@dmse/testkit/fake-server';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { beOffline, renderPart, startServer } from '../render-part.tsx';
import { Picker, type PickerProps } from './picker.tsx';
import { type PickerChoice, readRecentChoices, rememberRecentChoice } from './picker-choice.ts';

const PEOPLE = Array.from({ length: 19 }, (_, at) =>
  buildContactRow({ id: at + 1, ...(at === 0 ? { name: 'Zoë Léger' } : {}), position: `Position ${at + 1}` }),
);

function serve() {
  return startServer().on(listContacts, ({ query }) => {
    const found = query.query ? PEOPLE.slice(0, 1) : PEOPLE;
    const from = ((query.page ?? 1) - 1) * (query.page_size ?? 25);
    return { count: found.length, results: found.slice(from, from + (query.page_size ?? 25)) };
  });
}

function Stage(props: Partial<PickerProps<typeof listContacts>>) {
  const [value, setValue] = useState<PickerChoice | null>(null);
  return (
    <Picker
      label="Contact"
      endpoint={listContacts}
      toChoice={(row) => ({ id: row.id, label: row.name, subtitle: row.position })}
      recentKey="contact"
      value={value}
      {...props}
      onChange={(choice) => {
        setValue(choice);
        props.onChange?.(choice);
      }}
    />
  );
}
const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Contact' });

describe('Picker', () => {
  it('offers eight, then eight more, with their subtitles, by keyboard alone', async () => {
    const user = userEvent.setup();
    const onChange = vi.fn();
    const server = serve();
    await renderPart(<Stage onChange={onChange} />);
    expect(server.seen).toHaveLength(0);
    await user.tab();
    await user.keyboard('{ArrowDown}');
    expect(await screen.findByText('Position 8')).toBeTruthy();
    expect(screen.getAllByRole('option')).toHaveLength(9);
    await user.keyboard('{ArrowUp}');
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Position 16')).toBeTruthy();
    expect(box().value).toBe('');
    expect(onChange).not.toHaveBeenCalled();
    await user.click(screen.getByRole('option', { name: /Person 12/ }));
    expect(onChange).toHaveBeenCalledWith({ id: 12, label: 'Person 12', subtitle: 'Position 12' });
    expect(box().value).toBe('Person 12');
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('searches as one types, marks what was found, and asks once the typing stops', async () => {
    const user = userEvent.setup();
    const server = serve();
    await renderPart(<Stage />);
    await user.type(box(), 'leger');
    await waitFor(() => expect(server.seen.at(-1)?.query).toEqual({ query: 'leger', page: 1, page_size: 8 }));
    expect(server.seen.filter((call) => call.query.query)).toHaveLength(1);
    const option = await screen.findByRole('option');
    expect(within(option).getByText('Léger').tagName).toBe('MARK');
  });

  it('offers the last five choices first while nothing is typed', async () => {
    const user = userEvent.setup();
    serve();
    for (const id of [11, 12, 13, 14, 15, 16, 12]) rememberRecentChoice('contact', { id, label: `Person ${id}` });
    expect(readRecentChoices('contact').map((choice) => choice.id)).toEqual([12, 16, 15, 14, 13]);
    await renderPart(<Stage />);
    await user.click(box());
    const names = (await screen.findAllByRole('option')).slice(0, 5).map((option) => option.textContent);
    expect(names).toEqual(['Person 12', 'Person 16', 'Person 15', 'Person 14', 'Person 13']);
    expect(screen.getByText('Recent')).toBeTruthy();
  });

  it('does not offer what is chosen already', async () => {
    const user = userEvent.setup();
    serve();
    await renderPart(<Stage without={[1, 2]} />);
    await user.click(box());
    expect(await screen.findByRole('option', { name: /Person 3/ })).toBeTruthy();
    expect(screen.queryByText('Zoë Léger')).toBeNull();
  });

  it('says what went wrong and tries again', async () => {
    const user = userEvent.setup();
    let isBroken = true;
    serve().on(listContacts, () => {
      if (isBroken) throw new Refusal(500, { detail: 'The search is being rebuilt.' });
      return { count: 1, results: PEOPLE.slice(0, 1) };
    });
    await renderPart(<Stage />);
    await user.click(box());
    expect(await screen.findByText('The search is being rebuilt.')).toBeTruthy();
    isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('option', { name: /Zoë Léger/ })).toBeTruthy();
  });

  it('offers only recent choices offline, and says so', async () => {
    const user = userEvent.setup();
    const server = serve();
    rememberRecentChoice('contact', { id: 4, label: 'Person 4' });
    beOffline();
    await renderPart(<Stage />);
    await user.click(box());
    expect(screen.getByText('You are offline: only recent choices are offered.')).toBeTruthy();
    expect(screen.getAllByRole('option')).toHaveLength(1);
    expect(server.seen).toHaveLength(0);
  });

  it('is emptied by hand, and goes on offering', async () => {
    const user = userEvent.setup();
    const onChange = vi.fn();
    serve();
    await renderPart(<Stage onChange={onChange} />);
    await user.click(box());
    await user.click(await screen.findByRole('option', { name: /Person 2/ }));
    await user.clear(box());
    expect(onChange).toHaveBeenLastCalledWith(null);
    expect(screen.getByRole('listbox')).toBeTruthy();
  });
});
