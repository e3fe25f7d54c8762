import { IMAGE_FIELDS } from '@dmse/contract/sites/image';
import { type CapturedNoun, isId, pickValues, type Values } from '../capture/captured-noun.ts';

export const IMAGE: CapturedNoun = {
  kind: 'image',
  table: 'shot_image',
  word: 'picture',
  clearable: ['captured_at', 'captured_at_device'],
  valuesOf: (row) => pickValues(row, IMAGE_FIELDS),
  columnsOf: (values) => values,
  parentsOf: ({ fieldrun_shot }: Values) => [fieldrun_shot].filter(isId),
};
