import { explain, StartProblem } from '../postgres/start-problem.ts';

/** Where the start stood when it failed. */
type Place = { dataDir: string; isEmbedded: boolean; isDiskFull: boolean };

/** Why a start failed, in one sentence where we have one; anything else is a mistake of ours and is thrown on as it is. */
export function explainStart(error: unknown, place: Place): unknown {
  if (error instanceof StartProblem) return error;
  for (const cause of listCauses(error)) {
    const sentence = sentenceFor(cause, place);
    if (sentence) return new StartProblem(sentence, { cause: error });
    const explained = explain(cause, place.dataDir);
    if (explained instanceof StartProblem) return explained;
  }
  return error;
}

function sentenceFor(error: Error & { code?: unknown }, { isEmbedded, isDiskFull, dataDir }: Place): string | null {
  const { message } = error;
  const code = String(error.code ?? '');
  if (code === '53100' && !isEmbedded) return 'The disk of the database server is full: free some space there and start again.';
  if (code === '42501')
    return `The login of DATABASE_URL has not got the rights it needs (${message}): it must own the database, or be granted them.`;
  if (!isConnectionLost(code, message)) return null;
  if (isEmbedded && isDiskFull) return `The disk that holds ${dataDir} is full: free some space and start again.`;
  return isEmbedded
    ? `PostgreSQL ended while DMSE was starting: see postgres.log in ${dataDir}.`
    : `The connection to the database was lost while DMSE was starting (${message}): start again.`;
}

function isConnectionLost(code: string, message: string): boolean {
  return (
    /^(08|57P)/.test(code) || /^(ECONNREFUSED|ECONNRESET|EPIPE)$/.test(code) || /Connection terminated|Client has encountered/.test(message)
  );
}

function listCauses(error: unknown): Error[] {
  return error instanceof Error ? [error, ...listCauses(error.cause)] : [];
}
