import { type Upload, uploadFile } from '@dmse/contract/files/upload';
import { beginTotp, confirmSelf, createTotp, getConfirmWays, getSecurity } from '@dmse/contract/people/factor';
import {
  changePassword,
  endOwnSession,
  getSelf,
  listOwnSessions,
  type OwnSession,
  type Self,
  updateSelf,
} from '@dmse/contract/people/user';
import { Refusal } from '@dmse/testkit/fake-server';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { buildSelf, renderApp, serveShell } from '../../../app/render-app.tsx';
import { describeDevice } from './describe-device.ts';

const AT = '2026-03-04T12:00:00.000Z';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const IPAD = 'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';

async function openPrefs() {
  let self: Self = buildSelf('joe');
  let sessions: OwnSession[] = [
    { id: 1, kind: 'office', created_on: AT, last_seen_on: AT, expires_on: AT, address: '10.0.0.1', device: FIREFOX, is_current: true },
    { id: 2, kind: 'field', created_on: AT, last_seen_on: AT, expires_on: AT, address: '10.0.0.2', device: IPAD, is_current: false },
  ];
  const server = serveShell(self)
    .on(getSelf, () => self)
    .on(updateSelf, ({ body }) => {
      const { preferences, profile_picture, ...rest } = body;
      const picture = profile_picture === undefined ? {} : { profile_picture_url: profile_picture && `/api/core/file/${profile_picture}/` };
      self = { ...self, ...rest, ...picture, preferences: { ...self.preferences, ...preferences } } as Self;
      return self;
    })
    .on(getSecurity, () => ({ is_required: false, totp_since: null, recovery_codes_left: 0, passkeys: [], identities: [] }))
    .on(listOwnSessions, () => ({ count: sessions.length, results: sessions }))
    .on(endOwnSession, ({ params }) => {
      sessions = sessions.filter((session) => session.id !== params.id);
      return undefined;
    });
  const app = await renderApp('/prefs', { self, server });
  return { ...app, server };
}

describe('Preferences', () => {
  it('saves the theme at once and puts it in force', async () => {
    const { server } = await openPrefs();
    await userEvent.click(screen.getByRole('button', { name: 'Dark' }));
    await screen.findByText('Preferences saved.');
    expect(server.callsOf(updateSelf).map((call) => call.body)).toEqual([{ preferences: { theme: 'dark' } }]);
    await waitFor(() => expect(document.documentElement.getAttribute('data-scheme')).toBe('dark'));
    expect(localStorage.getItem('dmse.theme')).toBe('dark');
  });

  it('saves page size, default tabs and switches one by one', async () => {
    const { server } = await openPrefs();
    await userEvent.click(screen.getByRole('combobox', { name: 'Rows per page' }));
    await userEvent.click(await screen.findByRole('option', { name: '50' }));
    await userEvent.click(screen.getByRole('combobox', { name: 'Jobs dashboard opens on' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Progress View' }));
    await userEvent.click(screen.getByRole('switch', { name: /Single-key shortcuts/ }));
    await userEvent.click(screen.getByRole('switch', { name: /Wi-Fi only/ }));
    await waitFor(() => expect(server.callsOf(updateSelf)).toHaveLength(4));
    expect(server.callsOf(updateSelf).map((call) => call.body)).toEqual([
      { preferences: { page_size: 50 } },
      { preferences: { default_jobs_tab: 'progress' } },
      { preferences: { single_key_shortcuts: false } },
      { preferences: { upload_on_wifi_only: true } },
    ]);
    expect(screen.getByRole('combobox', { name: 'Rows per page' }).textContent).toBe('50');
  });

  it('shows the old value again when the server refuses', async () => {
    const { server } = await openPrefs();
    server.on(updateSelf, () => {
      throw new Refusal(503, { detail: 'The disk is nearly full.' });
    });
    await userEvent.click(screen.getByRole('switch', { name: /Single-key shortcuts/ }));
    await screen.findByText('The disk is nearly full.');
    expect((screen.getByRole('switch', { name: /Single-key shortcuts/ }) as HTMLInputElement).checked).toBe(true);
  });

  it('saves the phone', async () => {
    const { server } = await openPrefs();
    expect((screen.getByRole('button', { name: 'Save phone' }) as HTMLButtonElement).disabled).toBe(true);
    await userEvent.type(screen.getByRole('textbox', { name: 'Phone' }), '506-555-0100{Enter}');
    await waitFor(() => expect(server.callsOf(updateSelf).map((call) => call.body)).toEqual([{ phone: '506-555-0100' }]));
  });

  it('uploads a picture first and then refers to it', async () => {
    const { server } = await openPrefs();
    const stored: Upload = {
      id: 12,
      name: 'me.png',
      mime_type: 'image/png',
      bytes: 3,
      sha256: 'x',
      url: '/api/core/file/12/',
      thumbnail_url: null,
    };
    server.on(uploadFile, () => stored);
    await userEvent.upload(screen.getByLabelText('Profile picture'), new File(['png'], 'me.png', { type: 'image/png' }));
    await waitFor(() => expect(server.callsOf(updateSelf).map((call) => call.body)).toEqual([{ profile_picture: 12 }]));
    expect(await screen.findByRole('button', { name: 'Remove picture' })).toBeTruthy();
  });

  it('changes the password, and says under the field what is wrong with it', async () => {
    const { server } = await openPrefs();
    const section = within(screen.getByRole('region', { name: 'Password' }));
    await userEvent.click(section.getByRole('button', { name: 'Change password' }));
    expect(section.getByText('Enter your current password.')).toBeTruthy();
    expect(document.activeElement).toBe(section.getByLabelText('Current password'));
    await userEvent.type(section.getByLabelText('Current password'), 'demo');
    await userEvent.type(section.getByLabelText('New password'), 'a longer secret');
    await userEvent.type(section.getByLabelText('New password again'), 'another one');
    await userEvent.click(section.getByRole('button', { name: 'Change password' }));
    expect(section.getByText('The two new passwords differ.')).toBeTruthy();
    await userEvent.clear(section.getByLabelText('New password again'));
    await userEvent.type(section.getByLabelText('New password again'), 'a longer secret');
    server.on(changePassword, () => {
      throw new Refusal(400, { current_password: ['That is not your password.'] });
    });
    await userEvent.click(section.getByRole('button', { name: 'Change password' }));
    expect(await section.findByText('That is not your password.')).toBeTruthy();
    server.on(changePassword, () => undefined);
    await userEvent.click(section.getByRole('button', { name: 'Change password' }));
    expect(await screen.findByText('Password changed.')).toBeTruthy();
    expect((section.getByLabelText('New password') as HTMLInputElement).value).toBe('');
  });

  it('lists the sessions and ends another one, never this one', async () => {
    const { server } = await openPrefs();
    const list = within(screen.getByRole('region', { name: 'Sessions' }));
    expect(await list.findByText('Firefox on Linux')).toBeTruthy();
    expect(list.getByText('This one')).toBeTruthy();
    expect(list.getAllByRole('button')).toHaveLength(1);
    await userEvent.click(list.getByRole('button', { name: 'End the session on Safari on iPad' }));
    await waitFor(() => expect(list.queryByText('Safari on iPad')).toBeNull());
    expect(server.callsOf(endOwnSession).map((call) => call.params)).toEqual([{ id: 2 }]);
  });
});

describe('describing a device', () => {
  it.each([
    [FIREFOX, 'Firefox on Linux'],
    [IPAD, 'Safari on iPad'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0',
      'Edge on Windows',
    ],
    ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36', 'Chrome on Android'],
    ['curl/8.5.0', 'curl/8.5.0'],
    ['', 'Unknown device'],
  ])('%s', (userAgent, words) => {
    expect(describeDevice(userAgent)).toBe(words);
  });
});

describe('Second factor', () => {
  it('is set up by scanning and a first code, after the person has shown who they are', async () => {
    const { server } = await openPrefs();
    let isConfirmed = false;
    server
      .on(getConfirmWays, () => ({ password: true, code: false, passkey: null, provider: null }))
      .on(confirmSelf, ({ body }) => {
        isConfirmed = body.password === 'demo';
        return undefined;
      })
      .on(beginTotp, () => {
        if (!isConfirmed) throw new Refusal(403, { detail: 'Confirm that it is you, then try again.', code: 'CONFIRM_NEEDED' });
        return { secret: 'ABCDEFGH', uri: 'otpauth://x', qr: { size: 21, path: 'M0 0h1v1h-1z' }, ticket: 'sealed' };
      })
      .on(createTotp, ({ body }) => {
        if (body.code !== '123456') throw new Refusal(400, { code: ['This is not the code the app shows now.'] });
        return { recovery_codes: ['aaaa-bbbb', 'cccc-dddd'] };
      });
    await userEvent.click(await screen.findByRole('button', { name: 'Set up' }));
    // The page has a section of that name besides.
    await userEvent.type(await screen.findByLabelText('Password', { selector: 'input' }), 'demo{Enter}');
    expect(await screen.findByRole('img', { name: 'QR code with the secret' })).toBeTruthy();
    await userEvent.type(screen.getByRole('textbox', { name: 'Code' }), '111111{Enter}');
    await screen.findByText('This is not the code the app shows now.');
    await userEvent.clear(screen.getByRole('textbox', { name: 'Code' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Code' }), '123456{Enter}');
    const codes = await screen.findByRole('list', { name: 'Recovery codes' });
    expect(within(codes).getAllByRole('listitem')).toHaveLength(2);
    expect(server.callsOf(createTotp).map((call) => call.body)).toContainEqual({ ticket: 'sealed', code: '123456' });
  });

  it('whom another system has signed in goes there again, and comes back to what was asked', async () => {
    const { server } = await openPrefs();
    let isNew = false;
    server
      .on(getConfirmWays, () => ({ password: false, code: false, passkey: null, provider: { id: 7, name: 'Firm login' } }))
      .on(beginTotp, () => {
        if (!isNew) throw new Refusal(403, { detail: 'Confirm that it is you, then try again.', code: 'CONFIRM_NEEDED' });
        return { secret: 'ABCDEFGH', uri: 'otpauth://x', qr: { size: 21, path: 'M0 0h1v1h-1z' }, ticket: 'sealed' };
      });
    await userEvent.click(await screen.findByRole('button', { name: 'Set up' }));
    const link = await screen.findByRole('link', { name: 'Sign in with Firm login' });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/auth/sso/7/?again=1', '_blank']);
    expect((screen.getByRole('button', { name: 'Confirm' }) as HTMLButtonElement).disabled).toBe(true);
    isNew = true;
    await userEvent.click(link);
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByRole('img', { name: 'QR code with the secret' })).toBeTruthy();
  });
});
