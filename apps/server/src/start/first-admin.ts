import { NewUser } from '@dmse/contract/people/user';
import { whyNotPassword } from '@dmse/domain/access/password-policy';
import type { Config } from '../config.ts';
import { StartProblem } from '../postgres/start-problem.ts';
import { openTerminal, type Terminal } from './terminal.ts';

type Admin = NonNullable<Config['admin']>;

/** The first administrator of a firm, from the environment or asked for at the terminal. There is never a ready-made one. */
export async function askForAdmin(config: Config, asked: AbortSignal): Promise<Admin> {
  if (config.admin) return config.admin;
  if (!process.stdin.isTTY) {
    throw new StartProblem(
      'A firm needs its first administrator: set DMSE_ADMIN_USERNAME, DMSE_ADMIN_EMAIL and DMSE_ADMIN_PASSWORD, or start at a terminal.',
    );
  }
  const terminal = openTerminal(process.stdin, process.stdout, asked);
  try {
    return await askAdmin(terminal);
  } finally {
    terminal.close();
  }
}

/** Asks for one thing after the other, and again for each that will not do: a slip of the fingers must not end the start. */
export async function askAdmin({ ask, say }: Pick<Terminal, 'ask' | 'say'>): Promise<Admin> {
  say('\nThe first administrator of this firm:');
  const username = await askUntil(say, async () => {
    const answer = (await ask('  Username: ')).trim().toLowerCase();
    return { answer, why: complaint(NewUser.shape.username.safeParse(answer)) };
  });
  const email = await askUntil(say, async () => {
    const answer = (await ask('  E-mail: ')).trim();
    return { answer, why: complaint(NewUser.shape.email.safeParse(answer)) };
  });
  const password = await askUntil(say, async () => {
    const answer = await ask('  Password (12 characters or more, not shown): ', 'hidden');
    const why = whyNotPassword(answer, { username, email, full_name: username });
    if (why) return { answer, why };
    const again = await ask('  The same once more: ', 'hidden');
    return { answer, why: again === answer ? null : 'The two are not the same.' };
  });
  return { username, email, password };
}

async function askUntil(say: (line: string) => void, askOnce: () => Promise<{ answer: string; why: string | null }>): Promise<string> {
  for (;;) {
    const { answer, why } = await askOnce();
    if (why === null) return answer;
    say(`  ${why}`);
  }
}

function complaint(judged: { success: boolean; error?: { issues: { message: string }[] } | undefined }): string | null {
  return judged.success ? null : (judged.error?.issues[0]?.message ?? 'This will not do.');
}
