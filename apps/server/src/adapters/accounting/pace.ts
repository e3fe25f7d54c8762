/** Lets so many through in any minute; whoever comes next waits until there is room. */
export function createPace(perMinute: number): () => Promise<void> {
  const went: number[] = [];
  return async () => {
    for (;;) {
      const since = performance.now() - 60_000;
      while (went.length > 0 && went[0]! <= since) went.shift();
      if (went.length < perMinute) break;
      const wait = went[0]! - since;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
    went.push(performance.now());
  };
}
