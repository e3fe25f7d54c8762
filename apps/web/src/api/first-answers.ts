declare global {
  interface Window {
    /** Filled by public/before-app.js: the answer, or null where nothing answered, by the address that was asked. */
    firstAnswers?: Record<string, Promise<Response | null>>;
  }
}

/** The answer to a call that was made before this code had arrived. Each is given once; whoever asks again asks the server. */
export async function takeFirstAnswer(address: string): Promise<Response | null> {
  const answer = window.firstAnswers?.[address];
  if (!answer) return null;
  delete window.firstAnswers?.[address];
  return answer;
}

const arrived = new WeakMap<Promise<Response | null>, unknown>();

/** Reads the answers as they come, so that a page drawn after that has them in its first drawing. */
export function readFirstAnswers(): void {
  for (const answer of Object.values(window.firstAnswers ?? {})) {
    answer
      .then(async (response) => {
        if (response?.ok && response.headers.get('X-App') === 'dmse') arrived.set(answer, await response.clone().json());
      })
      // Whoever calls is told why.
      .catch(() => {});
  }
}

/** What `takeFirstAnswer` would give, where it has been read already. */
export function takeArrived(address: string): unknown {
  const answer = window.firstAnswers?.[address];
  if (!answer || !arrived.has(answer)) return undefined;
  delete window.firstAnswers?.[address];
  return arrived.get(answer);
}
