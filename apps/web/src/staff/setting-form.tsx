import { getSettingSection, type SettingSection, type updateSettingHost, updateSettingSection } from '@dmse/contract/settings/core';
import type { ReactNode } from 'react';
import { useCall } from '../api/use-call.ts';
import type { ListFields } from '../parts/form/conflict.ts';
import type { FormSchema } from '../parts/form/form-values.ts';
import { RecordForm } from '../parts/form/record-form.tsx';
import { ErrorState } from '../parts/notice/error-state.tsx';
import { PagePending } from '../parts/page/page-pending.tsx';

export type SettingFormProps = {
  section: SettingSection;
  /** What saves it; the fields that name a host have a call of their own. */
  endpoint?: typeof updateSettingSection | typeof updateSettingHost;
  /** Of what may be sent: every field of the section, none of them demanded. */
  schema: FormSchema;
  lists?: ListFields;
  onSaved?: () => void;
  children: ReactNode;
};

/** A section of the settings as a form: loaded, then saved against the version that was seen. */
export function SettingForm({ section, endpoint = updateSettingSection, schema, lists, onSaved, children }: SettingFormProps) {
  const loaded = useCall(getSettingSection, { section });
  if (loaded.isError)
    return <ErrorState title="These settings could not be loaded." error={loaded.error} onRetry={() => void loaded.refetch()} />;
  if (!loaded.data) return <PagePending />;
  return (
    <RecordForm
      endpoint={endpoint as typeof updateSettingSection}
      input={{ section }}
      schema={schema}
      record={loaded.data}
      // A password is typed and never answered.
      toValues={(record) => ({ secret: '', ...(record.value as Record<string, unknown>) })}
      {...(lists ? { lists } : {})}
      {...(onSaved ? { onSaved } : {})}
    >
      {children}
    </RecordForm>
  );
}
