import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { trackSave } from '../session/pending-saves.ts';
import { AppTheme } from '../theme/app-theme.tsx';
import { sayStaying, UpdateDialog } from './update-dialog.tsx';
import { applyUpdate, registerServiceWorker, updateReady } from './updates.ts';

/** A browser's service workers, as far as updates ask. */
class FakeWorkers extends EventTarget {
  controller: object | null = {};
  waiting = { postMessage: vi.fn() };
  registration = Object.assign(new EventTarget(), {
    waiting: null as object | null,
    installing: null as EventTarget | null,
    update: vi.fn(async () => {}),
  });
  register = vi.fn(async () => this.registration);
  getRegistration = vi.fn(async () => this.registration);

  offer(): void {
    const worker = Object.assign(new EventTarget(), { state: 'installing' });
    this.registration.installing = worker;
    this.registration.dispatchEvent(new Event('updatefound'));
    worker.state = 'installed';
    this.registration.waiting = this.waiting;
    worker.dispatchEvent(new Event('statechange'));
  }
}

function installWorkers(): FakeWorkers {
  const workers = new FakeWorkers();
  Object.defineProperty(navigator, 'serviceWorker', { value: workers, configurable: true });
  return workers;
}

afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  updateReady.set(false);
  vi.useRealTimers();
});

describe('an update', () => {
  it('is offered in exactly these words', async () => {
    updateReady.set(true);
    render(<UpdateDialog />, { wrapper: AppTheme });
    const dialog = screen.getByRole('dialog', { name: 'Update Ready' });
    expect(dialog.textContent).toBe('Update ReadyA new update is ready to use.CancelReload');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(updateReady.get()).toBe(false);
  });

  it('says that what was collected stays, be it one item or more', () => {
    expect(sayStaying(1)).toBe('One item collected on this device has not been synced. It stays');
    expect(sayStaying(3)).toBe('3 items collected on this device have not been synced. They stay');
  });

  it('is not offered on the very first install, when nothing is replaced', async () => {
    const workers = installWorkers();
    workers.controller = null;
    await registerServiceWorker();
    workers.offer();
    expect(updateReady.get()).toBe(false);
  });

  it('is not looked for where the browser blocks service workers', async () => {
    const workers = installWorkers();
    workers.register = vi.fn(async () => undefined as never);
    await expect(registerServiceWorker()).resolves.toBeUndefined();
    expect(updateReady.get()).toBe(false);
  });

  it('is offered when a newer version has been fetched, and looked for every hour', async () => {
    vi.useFakeTimers();
    const workers = installWorkers();
    await registerServiceWorker();
    expect(workers.register).toHaveBeenCalledWith('/app/sw.js', { scope: '/app/' });
    await vi.advanceTimersByTimeAsync(60 * 60_000 - 1);
    expect(workers.registration.update).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(workers.registration.update).toHaveBeenCalledOnce();
    workers.offer();
    expect(updateReady.get()).toBe(true);
  });

  it('is not looked for offline', async () => {
    vi.useFakeTimers();
    const workers = installWorkers();
    await registerServiceWorker();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect(workers.registration.update).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  it('waits for saves in flight, then hands over, then reloads', async () => {
    const workers = installWorkers();
    await registerServiceWorker();
    workers.offer();
    const save = Promise.withResolvers<void>();
    void trackSave(save.promise);
    const reload = vi.fn();
    const applying = applyUpdate(reload);
    await act(async () => {});
    expect(workers.waiting.postMessage).not.toHaveBeenCalled();
    save.resolve();
    await vi.waitFor(() => expect(workers.waiting.postMessage).toHaveBeenCalledWith({ type: 'SKIP_WAITING' }));
    expect(reload).not.toHaveBeenCalled();
    workers.dispatchEvent(new Event('controllerchange'));
    await applying;
    expect(reload).toHaveBeenCalledOnce();
  });

  it('reloads all the same when the version in charge is slow to leave', async () => {
    vi.useFakeTimers();
    const workers = installWorkers();
    await registerServiceWorker();
    workers.offer();
    const reload = vi.fn();
    void applyUpdate(reload);
    await vi.advanceTimersByTimeAsync(7_000);
    expect(reload).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(reload).toHaveBeenCalledOnce();
  });
});
