import { answerQuestion, toReadSummary } from './answers/answer-question.ts';
import type { FromProcess, Task, ToProcess } from './message.ts';
import { ProcessorRefusal, type RunInputs } from './question.ts';
import { createRunKeeper, type WorkedOut } from './run-keeper.ts';

let onReply: ((message: ToProcess) => void) | null = null;

const send = (message: FromProcess) => process.send?.(message);

/** Asks the server for something it needs for its task. */
function askBack<K extends ToProcess['kind']>(message: FromProcess, kind: K): Promise<Extract<ToProcess, { kind: K }>> {
  return new Promise((resolve, reject) => {
    onReply = (reply) => {
      onReply = null;
      if (reply.kind === kind) resolve(reply as Extract<ToProcess, { kind: K }>);
      else reject(new Error(`Asked for ${kind}, got ${reply.kind}`));
    };
    send(message);
  });
}

const keeper = createRunKeeper({
  async fetch(hashes) {
    const { bytes } = await askBack({ kind: 'needs_bytes', hashes: [...new Set(hashes)] }, 'bytes');
    return new Map(bytes);
  },
  onProgress: (progress) => send({ kind: 'progress', progress }),
});

async function findRun(run: string, most_shots: number): Promise<WorkedOut> {
  const known = keeper.find(run);
  if (known) return known;
  const { inputs } = await askBack({ kind: 'needs_inputs' }, 'inputs');
  return keeper.workOut(inputs, most_shots);
}

async function perform(task: Task, most_shots: number): Promise<unknown> {
  if (task.kind === 'read') return (await keeper.readFiles(task.files, task.settings)).read.map(toReadSummary);
  const worked_out = await findRun(task.run, most_shots);
  if (task.kind === 'work_out') return null;
  const workOut = (others: RunInputs) => keeper.workOut(others, most_shots);
  const { inputs } = worked_out;
  return answerQuestion(
    task.question,
    { ...worked_out, inputs: { ...inputs, revision: task.revision } },
    { workOut, forget: keeper.forget },
  );
}

process.on('message', async (message: ToProcess) => {
  if (message.kind !== 'task') return onReply?.(message);
  try {
    const answer = await perform(message.task, message.most_shots);
    send({ kind: 'answer', answer, held: keeper.held() });
  } catch (error) {
    const held = keeper.held();
    if (error instanceof ProcessorRefusal) send({ kind: 'refused', sentence: error.message, held });
    else send({ kind: 'failed', stack: error instanceof Error ? (error.stack ?? error.message) : String(error), held });
  }
});
// The server that asked is gone.
process.on('disconnect', () => process.exit());
