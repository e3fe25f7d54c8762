import Stack from '@mui/material/Stack';
import { Can } from '../../../session/can.tsx';
import { ConflictReview } from '../device/conflict-review.tsx';
import { DeviceList } from '../device/device-list.tsx';
import { LateList } from '../device/late-list.tsx';
import { QuarantineList } from '../device/quarantine-list.tsx';
import type { RunPanelProps } from './field-run-page.tsx';

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
