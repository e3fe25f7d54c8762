import Stack from '@mui/material/Stack';
import { StepSection, type StepSectionProps } from '../processing-steps/step-section.tsx';

/** A part of a step whose pieces stand one under the other. */
export function Section({ children, ...section }: StepSectionProps) {
  return (
    <StepSection {...section}>
      <Stack sx={{ gap: 3, minWidth: 0 }}>{children}</Stack>
    </StepSection>
  );
}
