/** Restores the last backup beside the product and says what came back. */
export async function run(/** @type {string[]} */ args) {
  const { runCommand } = await import('../../apps/server/src/backup/command.ts');
  process.exitCode = await runCommand('restore-drill', args, process.env);
}
