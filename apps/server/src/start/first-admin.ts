import { createInterface } from 'node:readline/promises';
import type { Config } from '../config.ts';
import { StartProblem } from '../db/embedded/start-problem.ts';

type Admin = NonNullable<Config['admin']>;

/** The first administrator of a firm, from the environment or asked for at the terminal. There is never a ready-made one. */
export async function askForAdmin(config: Config): Promise<Admin> {
  if (config.admin) return config.admin;
  if (!process.stdin.isTTY) {
    throw new StartProblem(
      'A firm needs its first administrator: set DMSE_ADMIN_USERNAME, DMSE_ADMIN_EMAIL and DMSE_ADMIN_PASSWORD, or start at a terminal.',
    );
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    process.stdout.write('\nThe first administrator of this firm:\n');
    const username = (await terminal.question('  Username: ')).trim().toLowerCase();
    const email = (await terminal.question('  E-mail: ')).trim();
    const password = await terminal.question('  Password (12 characters or more, shown as you type): ');
    return { username, email, password };
  } finally {
    terminal.close();
  }
}
