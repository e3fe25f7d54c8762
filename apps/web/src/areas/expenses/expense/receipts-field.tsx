import type { Receipt } from '@dmse/contract/expenses/expense';
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { FileDrop } from '../../../parts/file/file-drop.tsx';
import { type FieldName, useField } from '../../../parts/form/use-field.ts';
import { Icon } from '../../../parts/icon/icon.tsx';
import { useSettings } from '../../../session/settings.ts';
import { ReceiptPreview } from './receipt-preview.tsx';

const ACCEPT = ['image/*', 'application/pdf'];
const DEFAULT_MAX_BYTES = 25 * 1024 * 1024;

export type ReceiptsFieldProps = { name: FieldName; receipts: readonly Receipt[] };

/** The receipts of an expense: photographed, chosen or dropped, and seen in place. */
export function ReceiptsField({ name, receipts }: ReceiptsFieldProps) {
  const { label, field, error, form } = useField(name);
  const [uploaded, setUploaded] = useState<readonly Receipt[]>([]);
  const maxBytes = useSettings()?.max_upload_bytes ?? DEFAULT_MAX_BYTES;
  const ids = (field.value as number[] | null | undefined) ?? [];
  const known = [...receipts, ...uploaded];
  const shown = ids.flatMap((id) => known.find((receipt) => receipt.id === id) ?? []);
  return (
    <Box sx={{ gridColumn: '1 / -1' }}>
      <Stack component="ul" aria-label={label} sx={{ gap: 4, m: 0, p: 0, listStyle: 'none' }}>
        {shown.map((receipt) => (
          <Box component="li" key={receipt.id}>
            <Stack direction="row" sx={{ alignItems: 'center', gap: 2, mb: 1 }}>
              <Link href={receipt.url} download={receipt.name} sx={{ overflowWrap: 'anywhere' }}>
                {receipt.name}
              </Link>
              {form.isReadOnly ? null : (
                <IconButton
                  size="small"
                  aria-label={`Remove ${receipt.name}`}
                  onClick={() => field.onChange(ids.filter((id) => id !== receipt.id))}
                >
                  <Icon name="close" size={18} />
                </IconButton>
              )}
            </Stack>
            <ReceiptPreview receipt={receipt} />
          </Box>
        ))}
      </Stack>
      {shown.length === 0 && form.isReadOnly ? <Box sx={{ color: 'text.secondary' }}>No receipt</Box> : null}
      {form.isReadOnly ? null : (
        <Box sx={{ mt: shown.length > 0 ? 4 : 0 }}>
          <FileDrop
            label="Add a receipt"
            accept={ACCEPT}
            maxBytes={maxBytes}
            isMultiple
            hasCamera
            onUploaded={(upload) => {
              setUploaded((all) => [...all, upload]);
              // Several may arrive before the form has drawn the first.
              ids.push(upload.id);
              field.onChange([...ids]);
            }}
          />
        </Box>
      )}
      {error ? <FormHelperText error>{error}</FormHelperText> : null}
    </Box>
  );
}
