import type { Job } from '@dmse/contract/jobs/job';
import { projectFields } from '@dmse/contract/jobs/job-fields';
import type { Quote } from '@dmse/contract/jobs/quote';
import { listMemos } from '@dmse/contract/memos/memo';
import { sayFeeGap } from '@dmse/domain/jobs/fee';
import { sayCents } from '@dmse/domain/money/cents';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { Link as RouterLink } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCall } from '../../../api/use-call.ts';
import { Icon } from '../../../parts/icon/icon.tsx';
import { type Fact, FactsPanel, factOf } from '../../../parts/record/facts-panel.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';
import { sayDiscipline } from './project-fields.tsx';

type Project = Job | Quote;
export type ProjectNoun = 'job' | 'quote';

const FEE_WORDS = { hourly: 'Hourly', 'hourly with cap': 'Hourly, capped at', 'fixed fee': 'Fixed fee' };

/** "Fixed fee $29,900.00"; without the amount for whoever may not see it. */
function sayBilling({ billing_type, fee_cap }: Project): string {
  if (billing_type === 'hourly') return FEE_WORDS.hourly;
  if (fee_cap === undefined) return billing_type.charAt(0).toUpperCase() + billing_type.slice(1);
  return `${FEE_WORDS[billing_type]} ${fee_cap === null ? 'not set' : sayCents(fee_cap)}`;
}

/** The budget, and in a sentence where it differs from what was agreed. */
function BudgetFact({ project, total }: { project: Project; total: number }) {
  const gap = sayFeeGap({ billing_type: project.billing_type, fee_cap: project.fee_cap ?? null, total });
  return (
    <>
      {sayCents(total)}
      {gap ? (
        <Box component="span" sx={{ display: 'flex', gap: 1, alignItems: 'flex-start', color: 'warning.main' }}>
          <Icon name="warning" size={18} />
          {gap}
        </Box>
      ) : null}
    </>
  );
}

/** The newest memo, or that there is none. */
function LastMemo({ noun, id }: { noun: ProjectNoun; id: number }) {
  const owner = noun === 'job' ? { job: id } : { quote: id };
  const [memo] = useCall(listMemos, { ...owner, page_size: 1 }).data?.results ?? [];
  if (!memo) return 'None';
  return (
    <>
      <Link component={RouterLink} to={`/${noun}/${id}/memos`} {...(memo.is_issue && !memo.is_resolved ? { color: 'error' } : {})}>
        {memo.title}
      </Link>{' '}
      <Box component="span" sx={{ color: 'text.secondary' }}>
        <DateText value={memo.created_on} as="relative" />
      </Box>
    </>
  );
}

function Person({ path, name }: { path: string; name: string }) {
  return (
    <Link component={RouterLink} to={path}>
      {name}
    </Link>
  );
}

export type ProjectFactsProps = {
  noun: ProjectNoun;
  project: Project;
  /** Facts of this noun alone, after those all have. */
  more: readonly Fact[];
  /** What became of the budget, after it. */
  money?: readonly Fact[];
  aside: ReactNode;
  /** Left out for whoever may not change it. */
  onEdit?: (() => void) | undefined;
};

/** What a job or quote is, for whom, by whom, for how much and how it stands. */
export function ProjectFacts({ noun, project, more, money = [], aside, onEdit }: ProjectFactsProps) {
  const { client, project_manager, project_leads, rates = [], total, long_desc } = project;
  const contact = (name: 'client_contact' | 'billing_contact') => {
    const ref = project[name];
    return ref ? [factOf(projectFields[name], <Person path={`/contact/${ref.id}`} name={ref.name} />)] : [];
  };
  const facts: Fact[] = [
    factOf(projectFields.client, client ? <Person path={`/client/${client.id}`} name={client.name} /> : null),
    ...contact('client_contact'),
    ...contact('billing_contact'),
    factOf(projectFields.project_manager, project_manager?.full_name),
    ...(project_leads.length > 0 ? [factOf(projectFields.project_leads, project_leads.map(({ full_name }) => full_name).join(', '))] : []),
    { label: 'State', value: project.state },
    ...more,
    { label: 'Billing', value: sayBilling(project) },
    ...(total === undefined ? [] : [{ label: 'Budget', value: <BudgetFact project={project} total={total} /> }]),
    ...money,
    { label: 'Last memo', value: <LastMemo noun={noun} id={project.id} /> },
    ...(project.job_types.length > 0 ? [factOf(projectFields.job_types, project.job_types.join(', '))] : []),
    ...(project.discipline.length > 0 ? [factOf(projectFields.discipline, project.discipline.map(sayDiscipline).join(', '))] : []),
    { label: 'Created', value: <DateText value={project.created_on} as="prose" /> },
    ...(rates.length > 0
      ? [factOf(projectFields.rates, rates.map((rate) => `${rate.job_role.name} ${sayCents(rate.charge_rate)}/h`).join(', '))]
      : []),
    ...(long_desc ? [{ ...factOf(projectFields.long_desc, long_desc), isWide: true }] : []),
  ];
  return (
    <FactsPanel
      label="Details"
      facts={facts}
      aside={aside}
      action={
        onEdit ? (
          <Button variant="outlined" startIcon={<Icon name="edit" size={18} />} onClick={onEdit}>
            Edit
          </Button>
        ) : undefined
      }
    />
  );
}
