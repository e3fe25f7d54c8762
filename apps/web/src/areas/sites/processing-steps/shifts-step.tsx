import { getProcessingShifts } from '@dmse/contract/sites/processing/run';
import { getSitesSettings } from '@dmse/contract/sites/settings';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { useEffect } from 'react';
import { useCall } from '../../../api/use-call.ts';
import { EmptyState } from '../../../parts/notice/empty-state.tsx';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { useWord } from '../../../parts/search/address.ts';
import { useCan } from '../../../session/self.ts';
import { Section } from '../processing/section.tsx';
import { useProcessing } from '../processing/use-processing.ts';
import { BasePanel } from '../processing-shifts/base-panel.tsx';
import { HeightsForm } from '../processing-shifts/heights-form.tsx';
import { ShiftPanel } from '../processing-shifts/shift-panel.tsx';

/** A remedy of a conflict may lead to a part of the step: `?open=bases`. */
function useOpenedPart(isReady: boolean): void {
  const open = useWord('open');
  useEffect(() => {
    if (!isReady || (open !== 'bases' && open !== 'heights')) return;
    const heading = document.getElementById(`shifts-${open}`);
    heading?.scrollIntoView?.({ block: 'start' });
    heading?.focus({ preventScroll: true });
  }, [isReady, open]);
}

/** Which shift, from which coordinates, by which controls; and the heights and bases under it. */
export function ShiftsStep() {
  const { run, overview } = useProcessing();
  const mayProcess = useCan('sites.process');
  const shifts = useCall(getProcessingShifts, { id: run.id }, { enabled: mayProcess && overview !== null, keepOld: true });
  const settings = useCall(getSitesSettings, {}, { staleTime: 5 * 60_000 });
  useOpenedPart(overview !== null && shifts.data !== undefined);
  if (!mayProcess)
    return <EmptyState icon="lock" title="The shifts are for who processes field runs." text="The review shows what came of them." />;
  if (shifts.isError || settings.isError)
    return (
      <ErrorState
        title="The shifts could not be loaded."
        error={shifts.error ?? settings.error}
        onRetry={() => void Promise.all([shifts.refetch(), settings.refetch()])}
      />
    );
  if (!overview) return <EmptyState icon="hourglass_empty" title="The figures are still being worked out." />;
  if (!shifts.data || !settings.data) return <Skeleton variant="rounded" height={420} role="progressbar" aria-label="Loading the shifts" />;
  return (
    <Stack sx={{ gap: 4 }}>
      <ShiftPanel shifts={shifts.data} overview={overview} limits={settings.data.tolerances} />
      {overview.bases.length > 0 ? (
        <Section id="shifts-bases" title="Bases" text="Where each base stood by raw file, reference and PPP. True to scale.">
          {overview.bases.map((base) => (
            <BasePanel key={base.key} base={base} />
          ))}
        </Section>
      ) : null}
      <Section
        id="shifts-heights"
        title="Rod and instrument heights"
        text="A height that was typed wrongly in the field, for a range of shots in the order they were measured. What was measured stays beside it."
      >
        <HeightsForm />
      </Section>
    </Stack>
  );
}
