/** Waits for what other processes and workers will have done in a moment; fails when they have not. */
export async function until(isTrue: () => boolean | Promise<boolean>, seconds = 120): Promise<void> {
  for (const end = Date.now() + seconds * 1000; !(await isTrue()); ) {
    if (Date.now() > end) throw new Error('It did not happen in time.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
