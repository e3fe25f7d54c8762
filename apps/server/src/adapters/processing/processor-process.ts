import { answerQuestion, toReadSummary } from './answers/answer-question.ts';
import type { FromProcess, Task, ToProcess } from './message.ts';
import { ProcessorRefusal, type RunInputs } from './question.ts';
import { createRunKeeper, type WorkedOut } from './run-keeper.ts';

let onReply: ((message: ToProcess) => void) | null = null;

const send = (message: FromProcess) => process.send?.(message);

/** Asks the server for something it needs for its task; what comes before the reply goes to `onPiece`. */
function askBack<K extends ToProcess['kind']>(
  message: FromProcess,
  kind: K,
  onPiece?: (sha256: string, bytes: Uint8Array) => void,
): Promise<Extract<ToProcess, { kind: K }>> {
  return new Promise((resolve, reject) => {
    onReply = (reply) => {
      if (reply.kind === 'piece' && onPiece) return onPiece(reply.sha256, reply.bytes);
      onReply = null;
      if (reply.kind === kind) resolve(reply as Extract<ToProcess, { kind: K }>);
      else reject(new Error(`Asked for ${kind}, got ${reply.kind}`));
    };
    send(message);
  });
}

const keeper = createRunKeeper({
  async fetch(hashes) {
    const pieces = new Map(hashes.map((sha256): [string, Uint8Array[]] => [sha256, []]));
    await askBack({ kind: 'needs_bytes', hashes: [...pieces.keys()] }, 'all_sent', (sha256, bytes) => pieces.get(sha256)?.push(bytes));
    return new Map([...pieces].map(([sha256, parts]) => [sha256, Buffer.concat(parts)]));
  },
  onProgress: (progress) => send({ kind: 'progress', progress }),
  onRead: (done) => send({ kind: 'read_so_far', done }),
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
