import { type CapturedNoun, type CapturedRow, isId, type Values } from '../capture/captured-noun.ts';

const PLAIN = ['name', 'note', 'fieldrun_shot', 'control_point', 'captured_at', 'captured_at_device'] as const;

export const IMAGE: CapturedNoun = {
  kind: 'image',
  table: 'shot_image',
  word: 'picture',
  fields: PLAIN,
  clearable: ['captured_at', 'captured_at_device'],
  valuesOf: (row: CapturedRow): Values => Object.fromEntries(PLAIN.map((field) => [field, row[field] ?? null])),
  columnsOf: (values: Values): Values => values,
  parentsOf: ({ fieldrun_shot }: Values) => [fieldrun_shot].filter(isId),
};
