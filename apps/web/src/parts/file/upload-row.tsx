import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import { Icon } from '../icon/icon.tsx';
import { OneLine } from '../text/one-line.tsx';
import { sayBytes } from './file-rules.ts';
import type { UploadItem } from './use-uploads.ts';

export type UploadRowProps = { item: UploadItem; onRetry: () => void; onRemove: () => void };

/** A file on its way: how much has gone, or why it has not. */
export function UploadRow({ item, onRetry, onRemove }: UploadRowProps) {
  const { file, progress, error } = item;
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 2, py: 1.5 }}>
      <Box sx={{ color: error ? 'error.main' : 'text.secondary' }}>
        <Icon name={error ? 'error' : 'upload_file'} />
      </Box>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <OneLine full={file.name}>{file.name}</OneLine>
        {error ? (
          <Box role="alert" sx={{ fontSize: '0.75rem', color: 'error.main' }}>
            {error}
          </Box>
        ) : (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
            <LinearProgress
              aria-label={`Uploading ${file.name}`}
              {...(progress === null ? {} : { variant: 'determinate' as const, value: Math.round(progress * 100) })}
              sx={{ flex: 1 }}
            />
            <Box sx={{ fontSize: '0.75rem', color: 'text.secondary', whiteSpace: 'nowrap' }}>{sayBytes(file.size)}</Box>
          </Box>
        )}
      </Box>
      {error && item.canRetry ? (
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      ) : null}
      <IconButton size="small" aria-label={error ? `Remove ${file.name}` : `Cancel ${file.name}`} onClick={onRemove}>
        <Icon name="close" size={18} />
      </IconButton>
    </Box>
  );
}
