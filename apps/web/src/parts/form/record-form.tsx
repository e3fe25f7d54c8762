import type { AnswerOf, Endpoint, InputOf } from '@dmse/contract/endpoint';
import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { ProblemError } from '../../api/problem-error.ts';
import type { PickerChoice } from '../picker/picker-choice.ts';
import { ConflictPanel } from './conflict-panel.tsx';
import { type FieldDescription, FormContext, type RecordFormContext } from './form-context.ts';
import { resolveBy } from './form-issues.ts';
import { type ByField, type FormSchema, type FormValues, fitValues, newValues, sayValue } from './form-values.ts';
import { LeaveGuard } from './leave-guard.tsx';
import type { ListField } from './merge-list.ts';
import { SaveBar } from './save-bar.tsx';
import type { FieldName } from './use-field.ts';
import { useRecordSave } from './use-record-save.ts';

/** The names of the fields a form sends, by its schema. */
export function fieldNames<S extends FormSchema>({ shape }: S): { readonly [Name in keyof S['shape']]: FieldName } {
  return Object.fromEntries(Object.keys(shape).map((name) => [name, name])) as { [Name in keyof S['shape']]: FieldName };
}

type Names = ByField<FormSchema, readonly PickerChoice[]>;

export type RecordFormProps<E extends Endpoint, S extends FormSchema = FormSchema> = {
  /** The call that saves: the PATCH of a record, or the POST of a new one. */
  endpoint: E;
  input: InputOf<E>;
  /** The schema of the call's body; its fields are named by `fieldNames` this schema. */
  schema: S;
  /** The record as the server answered it, with its `version`; left out for a new one. */
  record?: AnswerOf<E>;
  /** What a new record begins with. */
  initial?: ByField<S, unknown>;
  /** The names behind the ids it begins with, per field. */
  initialNames?: ByField<S, readonly PickerChoice[]>;
  /** A record spelled as the body of the call: references as ids. Other keys are left aside. */
  toValues: (record: AnswerOf<E>) => FormValues;
  /** The names behind ids, per field, for PickerField and LinkListField. */
  names?: (record: AnswerOf<E>) => ByField<S, readonly PickerChoice[]>;
  /** After saving; a new record usually leads to its own page. Lists and records of this noun are asked for again by themselves. */
  onSaved?: (record: AnswerOf<E>) => void;
  /** A refusal that is not about the fields' own words; true when the screen has said it, and no toast is needed. */
  onRefused?: (refusal: ProblemError) => boolean;
  /** Fields that are lists of named things: when two people edit at once, they are put together item by item. */
  lists?: ByField<S, ListField>;
  isReadOnly?: boolean;
  /** "Save" unless said; for a new record a verb and its noun: "Create client". */
  saveLabel?: string;
  savedText?: string;
  /** Another way to save, beside the usual one: what it is called, and what happens after it instead. */
  alsoSave?: { label: string; onSaved: (record: AnswerOf<E>) => void };
  /** FormSections with fields, in their order. */
  children: ReactNode;
};

/**
 * A record's fields: what was changed and only that is sent, against the version that was seen; errors stand under their fields, the
 * first one focused; Ctrl/⌘+S saves; leaving with something unsaved is asked about; when two people edit at once both values stand
 * side by side and nothing typed is lost.
 */
export function RecordForm<E extends Endpoint, S extends FormSchema>(props: RecordFormProps<E, S>) {
  const { endpoint, input, schema, record, initial = {}, toValues, names, isReadOnly = false } = props;
  const isNew = record === undefined;
  const element = useRef<HTMLFormElement>(null);
  const fields = useRef(new Map<string, FieldDescription>());
  const choices = useChoices(record === undefined ? props.initialNames : names?.(record));
  const resolver = useMemo(() => resolveBy(schema), [schema]);
  const defaultValues = useRef<FormValues>(null);
  defaultValues.current ??= fitValues(schema, record === undefined ? newValues(schema, initial) : toValues(record));
  const form = useForm<FormValues>({ defaultValues: defaultValues.current, resolver, shouldFocusError: false });
  const { isDirty, isSubmitting, errors } = form.formState;
  const saving = useRecordSave(form, {
    endpoint,
    input,
    schema,
    record,
    initial,
    toValues,
    savedText: props.savedText ?? 'Saved.',
    lists: props.lists,
    onRefused: props.onRefused,
    onSaved: (saved) => {
      // The way out is free before the screen goes on to the new record.
      unsaved.current = false;
      (isAlso.current ? props.alsoSave?.onSaved : props.onSaved)?.(saved);
    },
    learn: (current) => choices.learn(names?.(current)),
  });
  const isAlso = useRef(false);
  const unsaved = useRef(false);
  unsaved.current = isDirty;

  const isBusy = useRef(false);
  const submit = useCallback(
    async (also = false) => {
      // Enter, Ctrl+S and the button can all be pressed before the first answer is there.
      if (isBusy.current) return;
      isBusy.current = true;
      isAlso.current = also;
      try {
        await form.handleSubmit(saving.save)();
      } finally {
        isBusy.current = false;
      }
      requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]:not([aria-hidden])')?.focus());
    },
    [form, saving.save],
  );

  useEffect(() => {
    if (isReadOnly) return;
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      if (unsaved.current) void submit();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isReadOnly, submit]);

  const { choicesOf, rememberChoice } = choices;
  const context = useMemo<RecordFormContext>(
    () => ({ schema, isReadOnly, describe: (name, words) => void fields.current.set(name, words), choicesOf, rememberChoice }),
    [schema, isReadOnly, choicesOf, rememberChoice],
  );
  const describe = (name: string) => fields.current.get(name) ?? { label: name, say: sayValue };
  const elsewhere = Object.keys(errors).filter((name) => !fields.current.has(name));
  const complaints = [...saving.unplaced, ...elsewhere.map((name) => `${name}: ${String(errors[name]?.message ?? 'is not valid')}`)];

  return (
    <FormContext value={context}>
      <FormProvider {...form}>
        <Stack
          component="form"
          ref={element}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
          sx={{ gap: 4 }}
        >
          {saving.conflict ? (
            <ConflictPanel key={saving.conflictKey} conflict={saving.conflict} describe={describe} onChoose={saving.choose} />
          ) : null}
          {complaints.length > 0 ? <Alert severity="error">{complaints.join(' ')}</Alert> : null}
          {props.children}
          {!isReadOnly && (isNew || isDirty || saving.conflict) ? (
            <SaveBar
              saveLabel={props.saveLabel ?? 'Save'}
              discardLabel="Discard"
              message={isDirty ? 'Unsaved changes' : ''}
              isSaving={isSubmitting}
              onDiscard={saving.discard}
              {...(props.alsoSave ? { also: { label: props.alsoSave.label, onPress: () => void submit(true) } } : {})}
            />
          ) : null}
        </Stack>
        {isReadOnly ? null : <LeaveGuard isUnsaved={() => unsaved.current} />}
      </FormProvider>
    </FormContext>
  );
}

/** The names behind ids: those of the record, those a conflict brought, those picked since. */
function useChoices(first: Names | undefined) {
  const known = useRef(new Map<string, Map<string, PickerChoice>>());
  const learn = useCallback((names: Names | undefined) => {
    for (const [name, list] of Object.entries(names ?? {})) {
      const map = known.current.get(name) ?? new Map<string, PickerChoice>();
      for (const choice of list ?? []) map.set(String(choice.id), choice);
      known.current.set(name, map);
    }
  }, []);
  learn(first);
  const choicesOf = useCallback((name: string): ReadonlyMap<string, PickerChoice> => known.current.get(name) ?? new Map(), []);
  const rememberChoice = useCallback((name: string, choice: PickerChoice) => learn({ [name]: [choice] }), [learn]);
  return { learn, choicesOf, rememberChoice };
}
