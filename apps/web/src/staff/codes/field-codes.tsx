import { FieldCodes } from '@dmse/contract/settings/field';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { CODE_LIST, WORD_LIST } from '../field/list-text.ts';
import { SettingForm } from '../setting-form.tsx';
import { CodeListField } from './code-list-field.tsx';

const LISTS = { codes: CODE_LIST, control_codes: WORD_LIST };

/** The codes a crew may give a shot. A shot with another code is asked about when its run is processed. */
export function FieldCodesPage() {
  return (
    <>
      <PageHeader
        title="Field codes"
        subtitle="The codes a crew gives its shots. A shot with a code that is not here is asked about when its run is processed."
      />
      <SettingForm section="field_codes" schema={FieldCodes} lists={LISTS}>
        <CodeListField />
      </SettingForm>
    </>
  );
}
