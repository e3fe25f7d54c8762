import { getInvoiceMail, mailInvoice } from '@dmse/contract/invoices/document';
import type { Invoice } from '@dmse/contract/invoices/invoice';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { useCall } from '../../../api/use-call.ts';
import { DeliveryList } from '../../../parts/mail/delivery-list.tsx';
import { MailDocumentDialog } from '../../../parts/mail/mail-document-dialog.tsx';

export type MailInvoiceDialogProps = { invoice: Invoice; onClose: () => void };

/** Mails the version in force to the client, also to those who have it already. */
export function MailInvoiceDialog({ invoice, onClose }: MailInvoiceDialogProps) {
  const client = useQueryClient();
  const { data, error } = useCall(getInvoiceMail, { id: invoice.id }, { staleTime: 0 });
  return (
    <MailDocumentDialog
      title={`Mail invoice ${invoice.num ?? ''}`}
      draft={data}
      problem={error}
      send={async (mailing) => {
        await call(mailInvoice, { id: invoice.id }, mailing);
        await invalidateArea(client, 'invoices');
      }}
      onClose={onClose}
    >
      {data && data.mails.length > 0 ? (
        <Box>
          <Typography variant="h3" sx={{ mb: 2 }}>
            Mailed before
          </Typography>
          <DeliveryList recipients={data.mails.map((mail) => ({ ...mail, person: null, address: mail.to.join(', ') }))} />
        </Box>
      ) : null}
    </MailDocumentDialog>
  );
}
