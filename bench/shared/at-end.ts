/** Done last, whatever way this process ends short of kill -9: what it started or mounted must not stay behind. */
export function atEnd(act: () => void): void {
  process.once('exit', act);
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(1));
}
