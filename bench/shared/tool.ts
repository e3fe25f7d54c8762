import { spawn } from 'node:child_process';
import { join } from 'node:path';

const BOOT = join(import.meta.dirname, '../../scripts/boot.mjs');

/** `npm run <task>`, as somebody at the server types it; killed (kill -9) after a while where that is asked for. */
export async function runTool(
  task: string,
  args: readonly string[],
  env: Record<string, string>,
  killAfterMs?: number,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [BOOT, task, ...args], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearTimeout(timer);
  return { code, output };
}
