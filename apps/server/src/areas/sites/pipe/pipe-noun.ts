import { asDocument, type CapturedNoun, type CapturedRow, isId, type Values } from '../capture/captured-noun.ts';

const PLAIN = [
  'name',
  'start_structure',
  'end_structure',
  'system',
  'material',
  'inside_diameter',
  'shape',
  'status',
  'open_end',
  'quality_level',
  'note',
  'captured_at',
  'captured_at_device',
] as const;
const DOCUMENTS = ['geometry', 'vertices'] as const;

export const PIPE: CapturedNoun = {
  kind: 'pipe',
  table: 'pipe',
  word: 'pipe',
  fields: [...PLAIN, ...DOCUMENTS],
  clearable: ['captured_at', 'captured_at_device'],
  valuesOf(row: CapturedRow): Values {
    return Object.fromEntries([...PLAIN, ...DOCUMENTS].map((field) => [field, row[field] ?? null]));
  },
  columnsOf(values: Values): Values {
    const columns: Values = { ...values };
    for (const field of DOCUMENTS) if (field in values) columns[field] = asDocument(values[field]);
    return columns;
  },
  parentsOf: ({ start_structure, end_structure }: Values) => [...new Set([start_structure, end_structure].filter(isId))],
};
