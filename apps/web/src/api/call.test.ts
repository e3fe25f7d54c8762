import { refundPayment } from '@dmse/contract/payments/payment';
import { getCoreSettings } from '@dmse/contract/settings/core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isRestarting, markReachable, probeServer } from '../session/connection.ts';
import { call, fetchFile } from './call.ts';

afterEach(() => {
  vi.restoreAllMocks();
  markReachable();
});

function answer(status: number, headers: Record<string, string> = {}) {
  return vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('<html>', { status, headers }));
}

describe('call', () => {
  it('carries the CSRF token, also where nothing is written and where a file is fetched', async () => {
    vi.spyOn(document, 'cookie', 'get').mockReturnValue('csrftoken=tok');
    const sent = answer(500, { 'X-App': 'dmse' });
    await call(getCoreSettings, {}).catch(() => {});
    await fetchFile('/api/core/file/1/');
    const tokens = sent.mock.calls.map(([, init]) => new Headers(init?.headers).get('X-CSRFToken'));
    expect(tokens).toEqual(['tok', 'tok']);
  });

  it.each([
    [200, 'Something other than the server answered; is this network asking you to sign in?'],
    [302, 'Something other than the server answered; is this network asking you to sign in?'],
    [502, 'The server is being restarted. Try again in a moment.'],
    [503, 'The server is being restarted. Try again in a moment.'],
    [404, 'Something between here and the server answered 404. Tell IT if it stays so.'],
  ])('answer %i of something that is not the server: %s', async (status, words) => {
    answer(status);
    await expect(call(getCoreSettings, {})).rejects.toThrow(words);
  });

  it('a payment that was not answered is sent again under the same key; once answered, or with other words, under another', async () => {
    const sent = vi.spyOn(globalThis, 'fetch');
    const key = async (answered: () => Promise<Response>, reference: string) => {
      sent.mockImplementationOnce(answered);
      await call(refundPayment, { id: 7 }, { amount: 5, date: '2026-03-04', account_code: '1000', reference }).catch(() => {});
      return new Headers(sent.mock.lastCall![1]?.headers).get('Idempotency-Key');
    };
    const lost = () => Promise.reject(new TypeError('Failed to fetch'));
    const cutOff = async () => new Response('{"id": 7, "amo', { status: 201, headers: { 'X-App': 'dmse' } });
    const done = async () => new Response('{}', { status: 201, headers: { 'X-App': 'dmse' } });
    const [first, other, again, afterGateway, afterHalf, answered, next, firstAgain] = [
      await key(lost, 'A'),
      await key(lost, 'B'),
      await key(lost, 'B'),
      await key(async () => new Response('', { status: 504 }), 'B'),
      await key(cutOff, 'B'),
      await key(done, 'B'),
      await key(done, 'B'),
      await key(done, 'A'),
    ];
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set([other, again, afterGateway, afterHalf, answered])).toEqual(new Set([other]));
    expect(new Set([first, other, next]).size).toBe(3);
    expect(firstAgain).toBe(first);
  });

  it('probe: a gateway that answers 502 means a restart, a sign-in page does not', async () => {
    answer(502);
    expect([await probeServer(), isRestarting()]).toEqual([false, true]);
    answer(200);
    expect([await probeServer(), isRestarting()]).toEqual([false, false]);
  });
});
