/** Why the product could not start, as one sentence for the person at the terminal. Printed without a stack; the exit code is 1. */
export class StartProblem extends Error {
  override name = 'StartProblem';
}

const SENTENCES: Record<string, (path: string) => string> = {
  ENOSPC: (path) => `The disk that holds ${path} is full: free some space and start again.`,
  EDQUOT: (path) => `The disk quota for ${path} is used up: free some space and start again.`,
  EACCES: (path) => `No permission to use ${path}: start as the user it belongs to, or choose another folder with DATA_DIR.`,
  EPERM: (path) => `No permission to use ${path}: start as the user it belongs to, or choose another folder with DATA_DIR.`,
  EROFS: (path) => `${path} is on a disk that is mounted read-only: choose another folder with DATA_DIR.`,
  ENOTDIR: (path) => `${path} is not a folder: choose another place with DATA_DIR.`,
  EEXIST: (path) => `${path} is not a folder: choose another place with DATA_DIR.`,
  // PostgreSQL's own word for a full disk.
  53100: (path) => `The disk that holds ${path} is full: free some space and start again.`,
  ENAMETOOLONG: (path) => `The path ${path} is too long: choose a shorter DATA_DIR.`,
};

/** The sentence for a complaint of the operating system about `path`; anything we have no sentence for is thrown on as it is. */
export function explain(error: unknown, path: string): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  const sentence = code === undefined ? undefined : SENTENCES[code];
  return sentence ? new StartProblem(sentence(path), { cause: error }) : error;
}

export function saysNoSpace(text: string): boolean {
  return /No space left on device|Check free disk space/.test(text);
}

/** What PostgreSQL's own last words mean for the person at the terminal; null when we know no better than they do. */
export function explainLog(text: string, path: string): StartProblem | null {
  if (saysNoSpace(text)) return new StartProblem(SENTENCES.ENOSPC!(path));
  if (/Disk quota exceeded/.test(text)) return new StartProblem(SENTENCES.EDQUOT!(path));
  if (/Read-only file system/.test(text)) return new StartProblem(SENTENCES.EROFS!(path));
  if (/Permission denied|wrong ownership|Operation not permitted/.test(text)) return new StartProblem(SENTENCES.EACCES!(path));
  if (/could not (create|map|resize).*shared memory|Cannot allocate memory/.test(text)) {
    return new StartProblem('There is not enough memory to start PostgreSQL: it wants about 300 MB.');
  }
  return null;
}
