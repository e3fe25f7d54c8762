import { getSettingSection, type SettingSection, type updateSettingHost, updateSettingSection } from '@dmse/contract/settings/core';
import { type ReactNode, useMemo } from 'react';
import { useCall } from '../api/use-call.ts';
import type { ByField, FormSchema } from '../parts/form/form-values.ts';
import type { ListField } from '../parts/form/merge-list.ts';
import { RecordForm } from '../parts/form/record-form.tsx';
import { ErrorState } from '../parts/notice/error-state.tsx';
import { PagePending } from '../parts/page/page-pending.tsx';

export type SettingFormProps<S extends FormSchema> = {
  section: SettingSection;
  /** What saves it; the fields that name a host have a call of their own. */
  endpoint?: typeof updateSettingSection | typeof updateSettingHost;
  /** Of the section, or of those of its fields that stand here; none of them is demanded. */
  schema: S;
  lists?: ByField<S, ListField>;
  onSaved?: () => void;
  children: ReactNode;
};

/** A section of the settings as a form: loaded, then saved against the version that was seen. */
export function SettingForm<S extends FormSchema>({
  section,
  endpoint = updateSettingSection,
  schema,
  lists,
  onSaved,
  children,
}: SettingFormProps<S>) {
  const patch = useMemo(() => schema.partial(), [schema]);
  const loaded = useCall(getSettingSection, { section });
  if (loaded.isError)
    return <ErrorState title="These settings could not be loaded." error={loaded.error} onRetry={() => void loaded.refetch()} />;
  if (!loaded.data) return <PagePending />;
  return (
    <RecordForm<typeof updateSettingSection, FormSchema>
      endpoint={endpoint as typeof updateSettingSection}
      input={{ section }}
      schema={patch}
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
