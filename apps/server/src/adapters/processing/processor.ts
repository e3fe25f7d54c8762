import type { FileStore } from '../files/file-store.ts';
import { type Processor, ProcessorRefusal } from './question.ts';

export function createProcessor(_files: FileStore): Processor {
  const refuse = async () => {
    throw new ProcessorRefusal('Nothing is worked out yet.');
  };
  return { read: refuse, ask: refuse, progressOf: () => null, cancel: () => false, close: async () => {} };
}
