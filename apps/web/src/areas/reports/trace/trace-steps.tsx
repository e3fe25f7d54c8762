import type { TraceStep } from '@dmse/contract/reports/trace';
import { TRACE_WORDS } from '@dmse/domain/reports/trace';
import Box from '@mui/material/Box';
import { Icon } from '../../../parts/icon/icon.tsx';
import { TextLink } from '../../../parts/links.tsx';

export type TraceStepsProps = { steps: readonly TraceStep[]; present: TraceStep; linkTo: (at: number) => { from: string; via: string[] } };

/** The steps that led here; each is a way back. */
export function TraceSteps({ steps, present, linkTo }: TraceStepsProps) {
  const said = ({ kind, title }: TraceStep) => (kind === 'time-entry' || kind === 'run' ? `${TRACE_WORDS[kind][0]}: ${title}` : title);
  return (
    <Box component="nav" aria-label="Steps of the trace" sx={{ mb: 4 }}>
      <Box
        component="ol"
        sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.5 }}
      >
        <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 32, color: 'text.secondary' }}>
          <Icon name="account_tree" size={18} /> Trace
          <Icon name="chevron_right" size={18} />
        </Box>
        {steps.map((step, at) => (
          <Box component="li" key={step.from} sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 32 }}>
            <TextLink to="/report/trace" search={linkTo(at)}>
              {said(step)}
            </TextLink>
            <Icon name="chevron_right" size={18} />
          </Box>
        ))}
        <Box component="li" aria-current="step" sx={{ fontWeight: 600, minHeight: 32, display: 'flex', alignItems: 'center' }}>
          {said(present)}
        </Box>
      </Box>
    </Box>
  );
}
