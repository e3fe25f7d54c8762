/** How many are in hand at once: a disk flushes several in the time of one, and a bucket answers several. */
const WORKERS = 16;

/** Does the work for each, several at once. The first failure is the answer, once none is at work any more. */
export async function forEachOf<T>(
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<void>,
  workers = WORKERS,
): Promise<void> {
  const rest = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  let hasFailed = false;
  const doRest = async () => {
    for (let next = await rest.next(); !next.done && !hasFailed; next = await rest.next()) await work(next.value);
  };
  const ends = await Promise.allSettled(
    Array.from({ length: workers }, () =>
      doRest().catch((error) => {
        hasFailed = true;
        throw error;
      }),
    ),
  );
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
