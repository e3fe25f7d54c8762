import { type Shot, ShotPatch, updateShot } from '@dmse/contract/sites/shot';
import { SHOT_CATEGORIES, SHOT_SUB_CATEGORIES } from '@dmse/domain/sites/shot-category';
import { ChoiceField } from '../../../parts/fields/choice-field.tsx';
import { LineField } from '../../../parts/fields/line-field.tsx';
import { ParagraphField } from '../../../parts/fields/paragraph-field.tsx';
import { FormSection } from '../../../parts/form/form-section.tsx';
import { fieldNames, RecordForm } from '../../../parts/form/record-form.tsx';

/** What is put right from a desk; structures and positions are the crew's and the processing's. */
const Fields = ShotPatch.pick({ name: true, code: true, description: true, category: true, sub_category: true, note: true });
const field = fieldNames(Fields);

const choices = (words: readonly string[]) => words.map((value) => ({ value, label: value }));
const CATEGORIES = choices(SHOT_CATEGORIES);
const SUB_CATEGORIES = choices(SHOT_SUB_CATEGORIES);

export type ShotFormProps = { shot: Shot; isReadOnly: boolean };

export function ShotForm({ shot, isReadOnly }: ShotFormProps) {
  return (
    <RecordForm
      endpoint={updateShot}
      input={{ id: shot.id }}
      schema={Fields}
      record={shot}
      toValues={({ properties }) => ({ ...properties })}
      isReadOnly={isReadOnly}
    >
      <FormSection title="Shot">
        <LineField name={field.name} />
        <LineField name={field.code} />
        <LineField name={field.description} isWide />
        <ChoiceField name={field.category} choices={CATEGORIES} />
        <ChoiceField name={field.sub_category} choices={SUB_CATEGORIES} />
        <ParagraphField name={field.note} />
      </FormSection>
    </RecordForm>
  );
}
