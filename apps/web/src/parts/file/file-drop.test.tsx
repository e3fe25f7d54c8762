import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPart } from '../render-part.tsx';
import { FileDrop } from './file-drop.tsx';
import { sayBytes, whyNotFile } from './file-rules.ts';

/** As much of a request as an upload needs, moved by the test. */
class FakeRequest {
  static all: FakeRequest[] = [];
  upload: { onprogress?: (event: { lengthComputable: boolean; loaded: number; total: number }) => void } = {};
  headers = new Map<string, string>();
  status = 0;
  statusText = '';
  responseText = '';
  path = '';
  sent: FormData | null = null;
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  constructor() {
    FakeRequest.all.push(this);
  }
  open(_: string, path: string) {
    this.path = path;
  }
  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value);
  }
  getResponseHeader(name: string) {
    return name === 'X-App' ? 'dmse' : null;
  }
  send(body: FormData) {
    this.sent = body;
  }
  abort() {
    this.onabort?.();
  }
  progress(loaded: number, total: number) {
    act(() => this.upload.onprogress?.({ lengthComputable: true, loaded, total }));
  }
  async answer(status: number, body: unknown) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    await act(async () => this.onload?.());
  }
}

const UPLOAD = { id: 9, name: 'a.pdf', mime_type: 'application/pdf', bytes: 3, sha256: 'x', url: '/api/core/file/9/', thumbnail_url: null };
const pdf = (name = 'a.pdf') => new File(['abc'], name, { type: 'application/pdf' });

beforeEach(() => {
  FakeRequest.all = [];
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
});
afterEach(() => vi.unstubAllGlobals());

async function show(onUploaded = vi.fn()) {
  const { container } = await renderPart(
    <FileDrop label="Attachments" accept={['application/pdf']} maxBytes={1000} isMultiple onUploaded={onUploaded} />,
  );
  const input = container.querySelector<HTMLInputElement>('input[type=file]')!;
  return { onUploaded, choose: (files: File[]) => fireEvent.change(input, { target: { files } }) };
}

describe('FileDrop', () => {
  it('sends a chosen file, shows how far it is, and hands it on', async () => {
    const { onUploaded, choose } = await show();
    choose([pdf()]);
    const request = FakeRequest.all[0]!;
    expect(request.path).toBe('/api/core/upload/');
    expect(request.headers.has('X-CSRFToken')).toBe(true);
    expect((request.sent!.get('file') as File).name).toBe('a.pdf');
    request.progress(1, 2);
    expect(screen.getByRole('progressbar', { name: 'Uploading a.pdf' }).getAttribute('aria-valuenow')).toBe('50');
    await request.answer(201, UPLOAD);
    expect(onUploaded).toHaveBeenCalledExactlyOnceWith(UPLOAD, expect.any(File));
    expect(screen.queryByText('a.pdf')).toBeNull();
  });

  it('takes what is dropped and what is pasted', async () => {
    await show();
    fireEvent.drop(screen.getByText(/^Drop files here/), { dataTransfer: { files: [pdf('dropped.pdf')] } });
    fireEvent.paste(document, { clipboardData: { files: [pdf('pasted.pdf')] } });
    expect(FakeRequest.all.map((request) => (request.sent!.get('file') as File).name)).toEqual(['dropped.pdf', 'pasted.pdf']);
  });

  it('says why a file cannot be taken, and sends nothing', async () => {
    const { choose } = await show();
    choose([
      new File(['x'.repeat(1001)], 'big.pdf', { type: 'application/pdf' }),
      new File(['x'], 'run.exe', { type: 'application/x-msdownload' }),
    ]);
    expect(screen.getByText('This file is 1001 B; at most 1000 B can be stored.')).toBeTruthy();
    expect(screen.getByText('This kind of file cannot be used here. Use PDF.')).toBeTruthy();
    expect(FakeRequest.all).toHaveLength(0);
  });

  it('can be cancelled on the way', async () => {
    const user = userEvent.setup();
    const { onUploaded, choose } = await show();
    choose([pdf()]);
    await user.click(screen.getByRole('button', { name: 'Cancel a.pdf' }));
    await waitFor(() => expect(screen.queryByText('a.pdf')).toBeNull());
    expect(onUploaded).not.toHaveBeenCalled();
  });

  it('keeps a failed one with its reason, and tries again', async () => {
    const user = userEvent.setup();
    const { onUploaded, choose } = await show();
    choose([pdf()]);
    await FakeRequest.all[0]!.answer(507, { detail: 'The disk is nearly full.' });
    expect(screen.getByText('The disk is nearly full.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await FakeRequest.all[1]!.answer(201, UPLOAD);
    expect(onUploaded).toHaveBeenCalledOnce();
  });
});

describe('file rules', () => {
  it.each([
    [999, '999 B'],
    [1500, '1.5 kB'],
    [10 * 1024 * 1024, '10 MB'],
    [3_250_000_000, '3 GB'],
  ])('says %i bytes as %s', (bytes, words) => expect(sayBytes(bytes)).toBe(words));
  it('takes by media type, family and ending, and refuses what is empty', () => {
    const rules = { accept: ['image/*', '.csv'], maxBytes: 10 };
    expect(whyNotFile({ name: 'A.CSV', type: '', size: 1 }, rules)).toBeNull();
    expect(whyNotFile({ name: 'a', type: 'image/png', size: 1 }, rules)).toBeNull();
    expect(whyNotFile({ name: 'a', type: 'image/png', size: 0 }, rules)).toBe('This file is empty.');
  });
});
