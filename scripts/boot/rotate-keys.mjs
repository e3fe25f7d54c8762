/** A new key for sealed secrets, while the product runs or not. */
export async function run(/** @type {string[]} */ args) {
  const { rotateCommand } = await import('../../apps/server/src/start/rotate-command.ts');
  process.exitCode = await rotateCommand(args, process.env);
}
