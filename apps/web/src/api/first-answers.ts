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
