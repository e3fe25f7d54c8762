import type { Upload } from '@dmse/contract/files/upload';
import { sayCount } from '@dmse/domain/text/counts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useEffect, useRef } from 'react';
import { Icon } from '../icon/icon.tsx';
import { useNarrow } from '../page/use-narrow.ts';
import { DropZone } from './drop-zone.tsx';
import { sayBytes } from './file-rules.ts';
import { sayKinds } from './say-kinds.ts';
import { UploadRow } from './upload-row.tsx';
import { useUploads } from './use-uploads.ts';

export type FileDropProps = {
  /** What is wanted here: "Attachments", "CSV file". */
  label: string;
  /** Media types ("image/*") and endings (".csv"); anything unless said. */
  accept?: readonly string[];
  /** The firm's limit, from the settings. */
  maxBytes: number;
  isMultiple?: boolean;
  /** Offers the camera on a phone or tablet. */
  hasCamera?: boolean;
  /** Once per file that has arrived; the record then refers to it by id. */
  onUploaded: (upload: Upload, file: File) => void;
  /** How many files are on their way or failed and can be tried again. */
  onPending?: (files: number) => void;
  /** Why nothing can be uploaded now; shown instead of the invitation. */
  whyNot?: string | null;
};

/** A place for files: dropped, chosen or pasted, uploaded at once with their progress, each of which can be cancelled. */
export function FileDrop({ label, accept, maxBytes, isMultiple = false, hasCamera = false, onUploaded, onPending, whyNot }: FileDropProps) {
  const { items, add, retry, remove } = useUploads({ accept, maxBytes }, onUploaded);
  const pending = items.filter(({ error, canRetry }) => error === null || canRetry).length;
  useEffect(() => onPending?.(pending), [onPending, pending]);
  const waiting = items.filter(({ isWaiting }) => isWaiting).length;
  const input = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const isTouch = useMediaQuery('(pointer: coarse)', { noSsr: true });
  const isNarrow = useNarrow();
  const take = (files: FileList | null) => {
    const all = [...(files ?? [])];
    if (!whyNot) add(isMultiple ? all : all.slice(0, 1));
  };
  return (
    <Box role="group" aria-label={label}>
      <DropZone
        label={label}
        text={
          whyNot ??
          `Drop ${isMultiple ? 'files' : 'a file'} here, paste, or choose. ${accept ? `${sayKinds(accept).replace(/^./, (letter) => letter.toUpperCase())}, at` : 'At'} most ${sayBytes(maxBytes)}.`
        }
        onFiles={({ files }) => take(files)}
      >
        {hasCamera && (isTouch || isNarrow) ? (
          <>
            <Button
              variant="contained"
              disabled={Boolean(whyNot)}
              startIcon={<Icon name="photo_camera" size={18} />}
              onClick={() => camera.current?.click()}
            >
              Take a photo
            </Button>
            <input
              ref={camera}
              type="file"
              hidden
              aria-label={`${label}: photo`}
              accept="image/*"
              capture="environment"
              onChange={(event) => {
                take(event.target.files);
                event.target.value = '';
              }}
            />
          </>
        ) : null}
        <Button variant="outlined" disabled={Boolean(whyNot)} onClick={() => input.current?.click()}>
          Choose {isMultiple ? 'files' : 'a file'}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={label}
          multiple={isMultiple}
          {...(accept ? { accept: accept.join(',') } : {})}
          onChange={(event) => {
            take(event.target.files);
            // The same file can be chosen again.
            event.target.value = '';
          }}
        />
      </DropZone>
      {items.length > 0 ? (
        <Box component="ul" aria-label="Uploads" sx={{ m: 0, mt: 2, p: 0, listStyle: 'none' }}>
          {items
            .filter(({ isWaiting }) => !isWaiting)
            .map((item) => (
              <UploadRow key={item.key} item={item} onRetry={() => retry(item)} onRemove={() => remove(item)} />
            ))}
          {waiting > 0 ? (
            <Box component="li" sx={{ py: 1.5, fontSize: '0.75rem', color: 'text.secondary' }}>
              {sayCount(waiting, 'more file waits', 'more files wait')} for a turn.
            </Box>
          ) : null}
        </Box>
      ) : null}
    </Box>
  );
}
