/** Puts a backup into an empty place. */
export async function run(/** @type {string[]} */ args) {
  const { runCommand } = await import('../../apps/server/src/backup/command.ts');
  process.exitCode = await runCommand('restore', args, process.env);
}
