import { disconnectAccounting } from '@dmse/contract/accounting/link';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { invalidateArea } from '../../api/invalidate.ts';
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx';
import { showToast } from '../../parts/toast/toast-store.ts';
import { Can } from '../../session/can.tsx';

/** Ends the connection, after saying what that means. */
export function DisconnectButton({ organisation }: { organisation: string }) {
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  async function disconnect(): Promise<void> {
    await call(disconnectAccounting, {});
    showToast({ text: 'Disconnected.' });
    await invalidateArea(queries, 'xero');
  }
  return (
    <Can do="accounting.write">
      <Button color="error" onClick={() => setAsking(true)}>
        Disconnect
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={`Disconnect from ${organisation || 'the accounting system'}?`}
        verb="Disconnect"
        isDestructive
        onConfirm={disconnect}
        onClose={() => setAsking(false)}
      >
        Nothing more is sent, and what is done over there is no longer seen here. What was sent stays there. To send again, somebody who may
        sign in over there has to connect again.
      </ConfirmDialog>
    </Can>
  );
}
