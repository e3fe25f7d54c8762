/** Why it does not go on, as one sentence for the person at the terminal. */
export class BootProblem extends Error {}
