/** The stand-in of the accounting system, for trying the link by hand. */
export async function run() {
  await import('../../apps/server/src/testing/accounting-stand-in/main.ts');
}
