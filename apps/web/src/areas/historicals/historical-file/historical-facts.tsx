import type { HistoricalFile } from '@dmse/contract/historicals/historical-file';
import { HISTORICAL_FIELDS, relevantFieldsOf } from '@dmse/domain/historicals/relevant-fields';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { Link as RouterLink } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { Icon } from '../../../parts/icon/icon.tsx';
import { type Fact, FactsPanel, factOf } from '../../../parts/record/facts-panel.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';
import { useCan } from '../../../session/self.ts';
import { FIELDS, sayField, useRelevantFields } from './historical-fields.ts';

const WIDE = ['description', 'legal_description', 'note'] as const;
const isWide = (name: string) => WIDE.some((wide) => wide === name);

function ControlPoints({ points }: { points: HistoricalFile['control_points'] }) {
  const mayOpen = useCan('sites.read');
  return points.map(({ id, name }, at) => (
    <Fragment key={id}>
      {at > 0 ? ', ' : ''}
      {mayOpen ? (
        <Link component={RouterLink} to={`/control/${id}`}>
          {name}
        </Link>
      ) : (
        name
      )}
    </Fragment>
  ));
}

function JobLink({ job }: { job: NonNullable<HistoricalFile['job']> }) {
  const mayOpen = useCan('jobs.read');
  if (!mayOpen) return job.num;
  return (
    <Link component={RouterLink} to={`/job/${job.id}`}>
      {job.num}
    </Link>
  );
}

export type HistoricalFactsProps = {
  file: HistoricalFile;
  /** A small map. */
  aside: ReactNode;
  /** Left out for whoever may not change it. */
  onEdit?: (() => void) | undefined;
};

/** What is known of a file: the fields that matter for its company first, then whatever else was typed. */
export function HistoricalFacts({ file, aside, onEdit }: HistoricalFactsProps) {
  const relevant = relevantFieldsOf(useRelevantFields(), file.company) ?? HISTORICAL_FIELDS;
  const others = HISTORICAL_FIELDS.filter((field) => !relevant.includes(field) && sayField(file, field) !== '');
  const surveyed = file.surveyed_on ? <DateText value={file.surveyed_on} as="prose" /> : null;
  const said = [...relevant, ...others].map((field): Fact => {
    const text = field === 'surveyed_on' ? surveyed : sayField(file, field);
    return { ...factOf(FIELDS[field], text), ...(isWide(field) ? { isWide: true } : {}) };
  });
  const facts: Fact[] = [
    factOf(FIELDS.company, file.company),
    ...said.filter((fact) => !fact.isWide),
    factOf(FIELDS.job, file.job ? <JobLink job={file.job} /> : null),
    ...(file.control_points.length > 0 ? [{ label: 'Control points', value: <ControlPoints points={file.control_points} /> }] : []),
    { label: 'Entered', value: <DateText value={file.created_on} as="prose" /> },
    ...said.filter((fact) => fact.isWide && fact.value !== ''),
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
