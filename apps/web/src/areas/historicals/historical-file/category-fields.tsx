import { type ShotCategory, SUB_CATEGORIES_OF } from '@dmse/domain/sites/shot-category';
import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { ChoiceField } from '../../../parts/fields/choice-field.tsx';
import { fieldNames } from '../../../parts/form/record-form.tsx';
import { CATEGORY_CHOICES, HistoricalPatch } from './historical-fields.ts';

const field = fieldNames(HistoricalPatch);

/** What kind of file it is. Only topographic and infrastructure files have a finer kind, which goes when the category does. */
export function CategoryFields() {
  const { setValue } = useFormContext();
  const category = useWatch({ name: field.category }) as ShotCategory | null;
  const sub_category = useWatch({ name: field.sub_category }) as string | null;
  const offered = (category && SUB_CATEGORIES_OF[category]) ?? [];
  const isForeign = Boolean(sub_category) && !offered.some((one) => one === sub_category);
  useEffect(() => {
    if (isForeign) setValue(field.sub_category, null, { shouldDirty: true });
  }, [isForeign, setValue]);
  return (
    <>
      <ChoiceField name={field.category} choices={CATEGORY_CHOICES} />
      {offered.length > 0 ? <ChoiceField name={field.sub_category} choices={offered.map((value) => ({ value, label: value }))} /> : null}
    </>
  );
}
