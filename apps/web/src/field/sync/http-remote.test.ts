import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isOnline, markReachable } from '../../session/connection.ts';
import { HTTP_REMOTE } from './http-remote.ts';

const OURS = { 'X-App': 'dmse', 'X-Dataset-Epoch': 'e-1', 'Content-Type': 'application/json' };

beforeEach(() => {
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('csrftoken=tok');
  markReachable();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  markReachable();
});

function answer(response: Response | Error) {
  return vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    if (response instanceof Error) throw response;
    return response;
  });
}

describe('requests of the engine', () => {
  it('carry the token, the contract and the engine’s own headers, and are answered in lower case', async () => {
    const sent = answer(new Response('{"id":1}', { status: 201, headers: OURS }));
    const got = await HTTP_REMOTE.send({ method: 'POST', path: '/api/sites/pipe/', headers: { 'x-op-id': 'a:1:d' }, body: { id: 'a' } });
    expect(got).toMatchObject({ status: 201, headers: { 'x-app': 'dmse', 'x-dataset-epoch': 'e-1' }, body: { id: 1 } });
    const [path, init] = sent.mock.calls[0]!;
    expect(path).toBe('/api/sites/pipe/');
    expect(init).toMatchObject({ method: 'POST', body: '{"id":"a"}', redirect: 'manual', cache: 'no-store', credentials: 'same-origin' });
    expect(init?.headers).toMatchObject({
      'x-csrftoken': 'tok',
      'x-contract': '1',
      'x-op-id': 'a:1:d',
      'content-type': 'application/json',
    });
  });

  it('carry the token where nothing is written, too', async () => {
    const sent = answer(new Response('{}', { headers: OURS }));
    await HTTP_REMOTE.send({ method: 'GET', path: '/api/sites/fieldrun/x/', headers: {} });
    expect(sent.mock.calls[0]![1]?.headers).toHaveProperty('x-csrftoken', 'tok');
  });

  it('that nobody answers are null, and the app is offline', async () => {
    answer(new TypeError('fetch failed'));
    expect(await HTTP_REMOTE.send({ method: 'GET', path: '/api/x/', headers: {} })).toBeNull();
    expect(isOnline()).toBe(false);
  });

  it('that a hotel’s sign-in page answers are handed on as they are, and the app is offline (SYNC-E4)', async () => {
    answer(new Response('<html>Welcome</html>', { status: 200, headers: { 'Content-Type': 'text/html' } }));
    expect(await HTTP_REMOTE.send({ method: 'GET', path: '/api/x/', headers: {} })).toMatchObject({ status: 200, body: null });
    expect(isOnline()).toBe(false);
  });

  it('that take too long are given up', async () => {
    vi.useFakeTimers();
    vi.spyOn(globalThis, 'fetch').mockImplementation(
      (_, init) =>
        new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))),
    );
    const sending = HTTP_REMOTE.send({ method: 'GET', path: '/api/x/', headers: {}, timeout_ms: 500 });
    await vi.advanceTimersByTimeAsync(500);
    expect(await sending).toBeNull();
  });
});

/** XMLHttpRequest as far as an upload asks; the test plays the network. */
class Upload {
  static last: Upload;
  readonly upload: { onprogress: (() => void) | null } = { onprogress: null };
  readonly headers: Record<string, string> = {};
  onload: (() => void) | null = null;
  onabort: (() => void) | null = null;
  status = 0;
  responseText = '';
  sent: unknown;
  constructor() {
    Upload.last = this;
  }
  open() {}
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  getAllResponseHeaders() {
    return 'X-App: dmse\r\nUpload-Offset: 7\r\n';
  }
  send(body: unknown) {
    this.sent = body;
  }
  abort() {
    this.onabort?.();
  }
}

describe('bytes', () => {
  beforeEach(() => vi.stubGlobal('XMLHttpRequest', Upload));

  it('go as a form with the fields as text and the file last', async () => {
    const bytes = new Uint8Array([1, 2, 3]);
    const sending = HTTP_REMOTE.send({
      method: 'POST',
      path: '/api/sites/fieldrun-shot-image/',
      headers: { 'x-sha256': 'ab' },
      body: { id: 'i', note: null, captured_at: '2026-01-01T00:00:00Z' },
      file: { name: 'a.jpg', mime: 'image/jpeg', bytes, sha256: 'ab' },
    });
    const form = Upload.last.sent as FormData;
    expect([...form.keys()]).toEqual(['id', 'note', 'captured_at', 'file']);
    expect(form.get('note')).toBe('');
    expect((form.get('file') as File).type).toBe('image/jpeg');
    // the browser writes the edge of the form itself
    expect(Upload.last.headers).not.toHaveProperty('content-type');
    expect(Upload.last.headers).toMatchObject({ 'x-csrftoken': 'tok', 'x-sha256': 'ab' });
    Object.assign(Upload.last, { status: 201, responseText: '{"ok":true}' });
    Upload.last.onload?.();
    expect(await sending).toEqual({ status: 201, headers: { 'x-app': 'dmse', 'upload-offset': '7' }, body: { ok: true } });
  });

  it('may take long as long as something moves, and are given up when nothing does', async () => {
    vi.useFakeTimers();
    let ended: unknown = 'still going';
    const chunk = new Uint8Array(9);
    void HTTP_REMOTE.send({ method: 'PATCH', path: '/api/sites/upload/x/', headers: {}, chunk, stall_ms: 1000 }).then((got) => {
      ended = got;
    });
    expect(Upload.last.headers['content-type']).toBe('application/offset+octet-stream');
    for (let at = 0; at < 5; at += 1) {
      await vi.advanceTimersByTimeAsync(900);
      Upload.last.upload.onprogress?.();
    }
    expect(ended).toBe('still going');
    await vi.advanceTimersByTimeAsync(1000);
    expect(ended).toBeNull();
  });
});
