import { PIPE_FIELDS } from '@dmse/contract/sites/pipe';
import { asDocument, type CapturedNoun, isId, pickValues, type Values } from '../capture/captured-noun.ts';

const DOCUMENTS = ['geometry', 'vertices'] as const;

export const PIPE: CapturedNoun = {
  kind: 'pipe',
  table: 'pipe',
  word: 'pipe',
  clearable: ['captured_at', 'captured_at_device'],
  valuesOf: (row) => pickValues(row, PIPE_FIELDS),
  columnsOf(values: Values): Values {
    const columns: Values = { ...values };
    for (const field of DOCUMENTS) if (field in values) columns[field] = asDocument(values[field]);
    return columns;
  },
  parentsOf: ({ start_structure, end_structure }: Values) => [...new Set([start_structure, end_structure].filter(isId))],
};
