import { listClients } from '@dmse/contract/clients/client';
import { listContacts } from '@dmse/contract/clients/contact';
import { type Job, NewJob } from '@dmse/contract/jobs/job';
import type { Quote } from '@dmse/contract/jobs/quote';
import { listEmployees } from '@dmse/contract/people/user';
import { BILLING_TYPES, type BillingType } from '@dmse/domain/jobs/billing-types';
import { DEPARTMENTS } from '@dmse/domain/jobs/departments';
import { whyNotFee } from '@dmse/domain/jobs/fee';
import { type ReactNode, useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { useCall } from '../../../api/use-call.ts';
import { ChecklistField } from '../../../parts/fields/checklist-field.tsx';
import { ChoiceField } from '../../../parts/fields/choice-field.tsx';
import { LineField } from '../../../parts/fields/line-field.tsx';
import { MoneyField } from '../../../parts/fields/money-field.tsx';
import { ParagraphField } from '../../../parts/fields/paragraph-field.tsx';
import { PickerField } from '../../../parts/fields/picker-field.tsx';
import { TagsField } from '../../../parts/fields/tags-field.tsx';
import { FormSection } from '../../../parts/form/form-section.tsx';
import { fieldNames } from '../../../parts/form/record-form.tsx';
import { clientChoice } from '../../../parts/picker/client-choice.ts';
import { Can } from '../../../session/can.tsx';
import { useJobSettings } from '../job/use-job-settings.ts';
import { AgreedRatesField } from './agreed-rates-field.tsx';

type Project = Job | Quote;
const idOf = (ref: { id: number } | null) => ref?.id ?? null;

/** Agreed rates spelled as the body of the call that saves them. */
export function rateValues(rates: NonNullable<Project['rates']>) {
  return rates.map(({ job_role, charge_rate }) => ({ job_role: job_role.id, charge_rate }));
}

/** The names of the roles in agreed rates. */
export function rateNames(rates: Project['rates'] = []) {
  return rates.map(({ job_role }) => ({ id: job_role.id, label: job_role.name }));
}

/** A job or quote spelled as the body of the call that saves it. */
export function projectValues(project: Project): Record<string, unknown> {
  return {
    ...project,
    client: idOf(project.client),
    project_manager: idOf(project.project_manager),
    client_contact: idOf(project.client_contact),
    billing_contact: idOf(project.billing_contact),
    project_leads: project.project_leads.map(({ id }) => id),
    rates: project.rates && rateValues(project.rates),
  };
}

/** The names behind its ids. */
export function projectNames(project: Project) {
  const named = (ref: { id: number; name: string } | null) => (ref ? [{ id: ref.id, label: ref.name }] : []);
  const { project_manager } = project;
  return {
    client: named(project.client),
    client_contact: named(project.client_contact),
    billing_contact: named(project.billing_contact),
    rates: rateNames(project.rates),
    project_manager: project_manager ? [{ id: project_manager.id, label: project_manager.full_name }] : [],
  };
}

/** What a new one begins with: whoever makes it manages it, for the client on whose page it was begun. */
export type Beginning = { manager: { id: number; full_name: string }; client: { id: number; name: string } | null };

export function beginWith({ manager, client }: Beginning) {
  return {
    initial: { billing_type: 'hourly', project_manager: manager.id, ...(client ? { client: client.id } : {}) },
    initialNames: {
      project_manager: [{ id: manager.id, label: manager.full_name }],
      client: client ? [{ id: client.id, label: client.name }] : [],
    },
  };
}

/** SURVEYING as one reads it: Surveying. */
export function sayDiscipline(value: string): string {
  return value.charAt(0) + value.slice(1).toLowerCase();
}
const DISCIPLINES = DEPARTMENTS.map((value) => ({ value, label: sayDiscipline(value) }));
const BILLING = BILLING_TYPES.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }));

const contactChoice = ({ id, name, position }: { id: number; name: string; position: string }) => ({ id, label: name, subtitle: position });
const personChoice = ({ id, full_name }: { id: number; full_name: string }) => ({ id, label: full_name });
const field = fieldNames(NewJob);

/** Contacts of the chosen client; without one, nobody is offered. */
function ContactFields() {
  const client = useWatch({ name: field.client }) as number | null | undefined;
  const input = useMemo(() => (client ? { client } : {}), [client]);
  const hint = client ? {} : { hint: 'Choose the client first.' };
  return (
    <>
      <PickerField
        name={field.client_contact}
        endpoint={listContacts}
        input={input}
        toChoice={contactChoice}
        recentKey={`contact of ${client ?? 0}`}
        {...hint}
      />
      <PickerField
        name={field.billing_contact}
        endpoint={listContacts}
        input={input}
        toChoice={contactChoice}
        recentKey={`contact of ${client ?? 0}`}
        {...hint}
      />
    </>
  );
}

/** The fee or the cap, under the name it has; work by the hour has neither. */
function FeeField() {
  const billing_type = useWatch({ name: field.billing_type }) as BillingType | undefined;
  if (billing_type === 'fixed fee') return <MoneyField name={field.fee_cap} label="Fixed fee" isRequired />;
  if (billing_type === 'hourly with cap') return <MoneyField name={field.fee_cap} label="Cap" isRequired />;
  return null;
}

/** The same refusal as the server's, before anything is sent. */
export function withFee<S extends z.ZodObject>(schema: S) {
  return schema.superRefine((values, context) => {
    const { billing_type, fee_cap } = values as { billing_type?: BillingType; fee_cap?: number | null };
    const why = billing_type === undefined ? null : whyNotFee({ billing_type, fee_cap: fee_cap ?? null });
    if (why) context.addIssue({ code: 'custom', path: ['fee_cap'], message: why });
  });
}

/** The fields jobs and quotes share. */
export function ProjectFields({ children }: { children?: ReactNode }) {
  const settings = useJobSettings();
  const people = useCall(listEmployees, { page_size: 200 }, { staleTime: 300_000 });
  const types = useMemo(() => (settings?.job_types ?? []).map(({ name }) => ({ value: name, label: name })), [settings]);
  const leads = useMemo(() => (people.data?.results ?? []).map(({ id, full_name }) => ({ value: id, label: full_name })), [people.data]);
  return (
    <>
      <FormSection title="Details">
        <LineField name={field.desc} isRequired isWide />
        <ParagraphField name={field.long_desc} />
        <TagsField name={field.job_types} choices={types} isWide />
        <ChecklistField name={field.discipline} choices={DISCIPLINES} />
      </FormSection>
      <FormSection title="People" explanation="The manager and the leads may change it, and get its memos by mail.">
        <PickerField name={field.client} endpoint={listClients} toChoice={clientChoice} recentKey="client" />
        <PickerField name={field.project_manager} endpoint={listEmployees} toChoice={personChoice} recentKey="project manager" />
        <ContactFields />
        <TagsField name={field.project_leads} choices={leads} isWide />
      </FormSection>
      <FormSection title="Billing">
        <ChoiceField name={field.billing_type} choices={BILLING} isRequired />
        <Can do="amounts.see">
          <FeeField />
        </Can>
        {children}
        <Can do="amounts.see">
          <AgreedRatesField
            name={field.rates}
            hint="They go before the client’s and the firm’s in budgets made from now on. What is already budgeted keeps its rate."
          />
        </Can>
      </FormSection>
    </>
  );
}
