/** As the collectors name a job and its files: job number, initials, date (yymmdd). */
export const JOB_NAME = /(?<!\d)(\d{4,6})[A-Z]{1,3}(\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?!\d)/i;

export interface JobName {
  readonly job: string;
  /** "2023-08-30" */
  readonly date: string;
}

/** The first of the texts that carries such a name; null when none does. */
export function findJobName(texts: readonly (string | null)[]): JobName | null {
  for (const text of texts) {
    const found = text === null ? null : JOB_NAME.exec(text.slice(0, 1000));
    if (found) return { job: found[1]!, date: `20${found[2]}-${found[3]}-${found[4]}` };
  }
  return null;
}
