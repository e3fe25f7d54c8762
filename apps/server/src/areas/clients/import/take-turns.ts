import { setImmediate as letOthersWork } from 'node:timers/promises';

/** Walks a long list in small pieces: between two of them every other request gets its turn. */
export async function* takeTurns<T>(list: Iterable<T>, piece = 500): AsyncGenerator<T> {
  let count = 0;
  for (const one of list) {
    if (count > 0 && count % piece === 0) await letOthersWork();
    count += 1;
    yield one;
  }
}
