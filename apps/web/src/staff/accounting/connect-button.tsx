import { askConsent } from '@dmse/contract/accounting/link';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { showProblem } from '../../api/problem-toast.ts';
import { Icon } from '../../parts/icon/icon.tsx';
import { Can } from '../../session/can.tsx';

/** Goes to the accounting system, where somebody allows the connection; it leads back to this page. */
export function ConnectButton({ label }: { label: string }) {
  const [isBusy, setBusy] = useState(false);
  async function go(): Promise<void> {
    setBusy(true);
    try {
      const { url } = await call(askConsent, {});
      window.location.assign(url);
    } catch (error) {
      showProblem(error, 'The accounting system was not opened.');
      setBusy(false);
    }
  }
  return (
    <Can do="accounting.write">
      <Button variant="contained" loading={isBusy} startIcon={<Icon name="link" size={18} />} onClick={() => void go()}>
        {label}
      </Button>
    </Can>
  );
}
