/**
 * A number or text that says what it is. A plain one passes, so literals, rows and parsed text need no cast; but cents are no minutes, a
 * day is no instant, and the id of a client is not the id of a job.
 */
export type Brand<T, Name extends string> = T & { readonly __is?: Name };

/** Whole minutes. */
export type Minutes = Brand<number, 'minutes'>;
/** A moment, as an ISO text in UTC. */
export type Instant = Brand<string, 'instant'>;
/** The id of an office record, by the word of its address: a job's is no client's. */
export type RecordId<Noun extends string> = Brand<number, `${Noun} id`>;
