import Stack from '@mui/material/Stack';
import { ConflictReview } from '../../areas/sites/conflict-review.tsx';
import { DeviceList } from '../../areas/sites/device-list.tsx';
import { LateList } from '../../areas/sites/late-list.tsx';
import { QuarantineList } from '../../areas/sites/quarantine-list.tsx';
import { Can } from '../../session/can.tsx';
import type { RunPanelProps } from './field-run.tsx';

/** What is still on its way, and what waits for somebody to decide. */
export function FieldRunProgress({ run }: RunPanelProps) {
  return (
    <Stack sx={{ gap: 4 }}>
      <Can do="devices.read">
        <DeviceList run={run.id} />
      </Can>
      <ConflictReview run={run.id} />
      <Can do="quarantine.release">
        <QuarantineList run={run.id} />
      </Can>
      <LateList run={run.id} />
    </Stack>
  );
}
