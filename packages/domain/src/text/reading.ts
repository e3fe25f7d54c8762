/** What was made of something a person typed or pasted: the value, or in a sentence why there is none. */
export type Reading<T> = { value: T } | { problem: string };
