import { describe, expect, test } from 'vitest';
import { checkSpace, createSpaceWatch } from './disk-space.ts';

const MB = 1024 * 1024;
const GB = 1024 * MB;

describe('how much disk is left', () => {
  test('plenty: everything is taken', () => {
    expect(checkSpace({ free: 10 * GB, total: 100 * GB })).toEqual({ uploads: true, writes: true });
  });

  test('little: files are refused while the database may still write', () => {
    expect(checkSpace({ free: 200 * MB, total: 100 * GB })).toEqual({ uploads: false, writes: true });
  });

  test('next to nothing: neither', () => {
    expect(checkSpace({ free: 20 * MB, total: 100 * GB })).toEqual({ uploads: false, writes: false });
  });

  test('a small disk is judged by its own size', () => {
    expect(checkSpace({ free: 30 * MB, total: 80 * MB })).toEqual({ uploads: true, writes: true });
    expect(checkSpace({ free: 5 * MB, total: 80 * MB })).toEqual({ uploads: false, writes: true });
    expect(checkSpace({ free: 1 * MB, total: 80 * MB })).toEqual({ uploads: false, writes: false });
  });

  test('the watch follows the disk both ways, and takes no files when the disk does not answer', async () => {
    let answer = async () => ({ free: GB, total: 10 * GB });
    const watch = createSpaceWatch({ space: () => answer() }, 5);
    const look = () => new Promise((resolve) => setTimeout(resolve, 25));
    await look();
    expect(watch.state()).toEqual({ uploads: true, writes: true });
    answer = async () => ({ free: 0, total: 10 * GB });
    await look();
    expect(watch.state()).toEqual({ uploads: false, writes: false });
    answer = async () => ({ free: GB, total: 10 * GB });
    await look();
    expect(watch.state()).toEqual({ uploads: true, writes: true });
    answer = () => Promise.reject(new Error('gone'));
    await look();
    expect(watch.state()).toEqual({ uploads: false, writes: true });
    watch.stop();
  });
});
