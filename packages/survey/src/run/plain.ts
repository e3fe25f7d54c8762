/** The same as data that may be sent: lists without the promise that nobody changes them, which a contract does not make. */
export type Plain<T> = T extends readonly (infer U)[] ? Plain<U>[] : T extends object ? { -readonly [K in keyof T]: Plain<T[K]> } : T;
