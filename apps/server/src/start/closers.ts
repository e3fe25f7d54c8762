/** Something that was opened: what may keep it from ending, how it ends by itself, and how it is made to. */
export type Closer = {
  holder: string;
  close: () => Promise<unknown>;
  cutOff?: () => void;
  /** Takes on new work: closed before everything that the work is done with. */
  isDoor?: boolean;
  /** Takes the time it needs. */
  mayTakeLong?: boolean;
};

export type Closers = {
  add(closer: Closer): void;
  /** Doors first and at once, then the rest, the last opened first. Called twice, both wait for the same end. */
  closeAll(): Promise<void>;
};

/** Enough for what was cut off to fall. */
const MIN_CLOSE_MS = 3000;

/**
 * What the product has opened so far. Closing goes through to the end whatever happens on the way: one that fails or hangs must not leave
 * PostgreSQL running, which was opened first and is closed last. After `patience` milliseconds what has not ended by itself is cut off.
 * What is opened after closing began is closed at once.
 */
export function createClosers(say: (line: string) => void, patience: number): Closers {
  let open: Closer[] = [];
  let problem: unknown = null;
  let closing: Promise<void> | null = null;
  let until = 0;

  async function closeOne({ holder, close, cutOff, mayTakeLong }: Closer): Promise<void> {
    const ending: Promise<unknown> = close().catch((error) => {
      problem ??= error;
    });
    if (mayTakeLong) {
      await ending;
      return;
    }
    if (await endsWithin(ending, Math.max(until - performance.now(), Math.min(MIN_CLOSE_MS, patience)))) return;
    say(`${holder} did not finish in time and is cut off.`);
    cutOff?.();
    await endsWithin(ending, MIN_CLOSE_MS);
  }

  async function closeEach(): Promise<void> {
    until = performance.now() + patience;
    while (open.length > 0) {
      const doors = open.filter(({ isDoor }) => isDoor);
      const next = doors.length > 0 ? doors : open.slice(-1);
      open = open.filter((closer) => !next.includes(closer));
      await Promise.all(next.map(closeOne));
    }
    if (problem) throw problem;
  }

  return {
    add(closer) {
      open.push(closer);
      if (!closing) return;
      closing = closing.catch(() => {}).then(closeEach);
      closing.catch(() => {}); // whoever asks for the end hears of it
    },
    closeAll() {
      closing ??= closeEach();
      return closing;
    },
  };
}

/** True when it has ended by then. */
async function endsWithin(ending: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((done) => {
    timer = setTimeout(() => done(false), milliseconds);
  });
  try {
    return await Promise.race([ending.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
