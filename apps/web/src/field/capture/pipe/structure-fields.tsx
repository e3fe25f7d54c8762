import { SHOT_CATEGORIES, type ShotCategory, SUB_CATEGORIES_OF } from '@dmse/domain/sites/shot-category';
import { STRUCTURE_ACCESS, STRUCTURE_KINDS, STRUCTURE_SHAPES, SYSTEMS } from '@dmse/domain/sites/structure-text';
import { Section } from '../../frame/section.tsx';
import { ChoiceChips } from '../point/choice-chips.tsx';
import { NumberButton } from '../point/number-button.tsx';
import type { PointValues } from '../point/point-values.ts';

type FieldsProps = { values: PointValues; onChange: (patch: Partial<PointValues>) => void };

const asChoices = (words: readonly string[]) => words.map((value) => ({ value }));

/** What kind of structure it is: known from the code more often than not. */
export function StructureFields({ values, onChange }: FieldsProps) {
  return (
    <Section title="Structure">
      <ChoiceChips label="Lid" choices={asChoices(STRUCTURE_ACCESS)} value={values.access} onChange={(access) => onChange({ access })} />
      <ChoiceChips label="Kind" choices={asChoices(STRUCTURE_KINDS)} value={values.kind} onChange={(kind) => onChange({ kind })} />
      <ChoiceChips label="System" choices={asChoices(SYSTEMS)} value={values.system} onChange={(system) => onChange({ system })} />
      <ChoiceChips label="Shape" choices={asChoices(STRUCTURE_SHAPES)} value={values.shape} onChange={(shape) => onChange({ shape })} />
      <NumberButton
        label="Diameter of the structure"
        unit="mm"
        isWhole
        value={values.diameter}
        onChange={(diameter) => onChange({ diameter })}
      />
    </Section>
  );
}

/** Where the point belongs; follows from the code and can be said otherwise. */
export function CategoryFields({ values, onChange }: FieldsProps) {
  const finer = SUB_CATEGORIES_OF[values.category as ShotCategory] ?? [];
  return (
    <Section title="Category">
      <ChoiceChips
        label="Category"
        isLabelHidden
        choices={asChoices(SHOT_CATEGORIES)}
        value={values.category}
        onChange={(category) => onChange({ category, sub_category: null })}
      />
      {finer.length > 0 ? (
        <ChoiceChips
          label="Finer"
          choices={asChoices(finer)}
          value={values.sub_category}
          onChange={(sub_category) => onChange({ sub_category })}
        />
      ) : null}
    </Section>
  );
}
