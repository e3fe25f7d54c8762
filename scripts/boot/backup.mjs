/** A backup now, while the product runs or not; with --new-key a pair of keys to encrypt backups with. */
export async function run(/** @type {string[]} */ args) {
  const { runCommand } = await import('../../apps/server/src/backup/command.ts');
  process.exitCode = await runCommand('backup', args, process.env);
}
