import { render, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { PrintPage } from './print-page.tsx';

afterEach(() => vi.unstubAllGlobals());

it('print of a scan: the page stays until the browser says that it has printed', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  HTMLImageElement.prototype.decode = async () => {};
  HTMLCanvasElement.prototype.getContext = (() => null) as never;
  const onDone = vi.fn();
  render(<PrintPage of={{ scan: 1, page: 1 } as never} page={{ width: 800, height: 600 }} onDone={onDone} />);
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  expect(document.querySelector('.print-page canvas')).not.toBeNull();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(onDone).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('afterprint'));
  await waitFor(() => expect(onDone).toHaveBeenCalledWith());
});
