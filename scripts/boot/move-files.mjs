/** Moves uploaded files between the disk and a bucket while the product runs. */
export async function run(/** @type {string[]} */ args) {
  const { moveCommand } = await import('../../apps/server/src/start/move-command.ts');
  process.exitCode = await moveCommand(args, process.env);
}
