import type { Processing } from '@dmse/contract/sites/processing/run';
import { PROCESSING_STEPS, type ProcessingStep } from '@dmse/domain/sites/processing';
import Box from '@mui/material/Box';
import { Link } from '@tanstack/react-router';
import { Icon } from '../../../parts/icon/icon.tsx';

export const STEP_TITLES: Record<ProcessingStep, string> = {
  import: 'Import',
  validate: 'Validate',
  shifts: 'Shifts',
  conflicts: 'Conflicts',
  review: 'Review',
  export: 'Export',
  finish: 'Finish',
};

/** Where to begin: the first step that has something open, else the table of what came out. */
export function firstStep({ overview, state }: Pick<Processing, 'overview' | 'state'>): ProcessingStep {
  if (state === 'Finished') return 'review';
  if (!overview) return 'import';
  return PROCESSING_STEPS.find((step) => (overview.open[step] ?? 0) > 0) ?? 'review';
}

/** What of an earlier attempt can be read. */
const EARLIER_STEPS: readonly ProcessingStep[] = ['import', 'review', 'export'];

/** The steps that can be opened: an earlier attempt is only read. */
export const stepsOf = (attempt: number | undefined) => (attempt === undefined ? PROCESSING_STEPS : EARLIER_STEPS);

export type StepListProps = { run: Processing; current: ProcessingStep; attempt: number | undefined };

/** The seven steps as places, each with how much is open in it. Any can be opened at any time. */
export function StepList({ run, current, attempt }: StepListProps) {
  return (
    <Box component="nav" aria-label="Steps" sx={{ overflowX: 'auto', borderBottom: 1, borderColor: 'divider' }}>
      <Box component="ol" sx={{ display: 'flex', m: 0, p: 0, listStyle: 'none' }}>
        {stepsOf(attempt).map((step, at) => {
          const open = run.overview ? (run.overview.open[step] ?? 0) : null;
          const isCurrent = step === current;
          return (
            <Box component="li" key={step} sx={{ flex: 1 }}>
              <Box
                component={Link}
                {...({
                  to: `/processing/${run.id}`,
                  search: { step, ...(attempt === undefined ? {} : { attempt: String(attempt) }) },
                } as object)}
                // The words in sight stand in it as they are, for whoever says them.
                aria-label={`${at + 1}. ${STEP_TITLES[step]}${open === null ? '' : ` ${open || 'nothing'} open`}`}
                aria-current={isCurrent ? 'page' : undefined}
                sx={{
                  display: 'flex',
                  alignItems: 'center',
                  justifyContent: 'center',
                  gap: 2,
                  height: 44,
                  px: 3,
                  whiteSpace: 'nowrap',
                  fontWeight: 500,
                  textDecoration: 'none',
                  color: isCurrent ? 'primary.main' : 'text.secondary',
                  boxShadow: isCurrent ? 'inset 0 -2px 0 currentColor' : 'none',
                  '&:hover': { color: isCurrent ? 'primary.main' : 'text.primary' },
                  '&:focus-visible': { outlineOffset: -2, borderRadius: '6px' },
                }}
              >
                <span>
                  {at + 1}. {STEP_TITLES[step]}
                </span>{' '}
                <OpenCount open={open} />
              </Box>
            </Box>
          );
        })}
      </Box>
    </Box>
  );
}

function OpenCount({ open }: { open: number | null }) {
  if (open === null) return null;
  if (open === 0)
    return (
      <Box component="span" sx={{ display: 'flex', color: 'success.main' }}>
        <Icon name="check" size={16} />
      </Box>
    );
  return (
    <Box component="span" sx={{ px: 1.5, borderRadius: 99, fontSize: '0.75rem', bgcolor: 'tint.warning', color: 'text.primary' }}>
      {open}
    </Box>
  );
}
