import type { Memo } from '@dmse/contract/memos/memo';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Icon } from '../../parts/icon.tsx';
import type { IconName } from '../../parts/icons.generated.ts';

const KINDS: readonly (readonly [RegExp, IconName])[] = [
  [/^image\//, 'image'],
  [/pdf$/, 'picture_as_pdf'],
  [/spreadsheet|excel|csv/, 'table'],
  [/zip|compressed/, 'folder_zip'],
  [/rfc822|calendar/, 'mail'],
  [/text|word|document/, 'description'],
];

function iconOf(mime_type: string): IconName {
  return KINDS.find(([kind]) => kind.test(mime_type))?.[1] ?? 'draft';
}

function saySize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

export type AttachmentListProps = { attachments: Memo['attachments'] };

/** What hangs on a memo: pictures small, everything else by its kind. */
export function AttachmentList({ attachments }: AttachmentListProps) {
  if (attachments.length === 0) return <Typography sx={{ color: 'text.secondary' }}>None</Typography>;
  return (
    <Stack component="ul" sx={{ gap: 2, m: 0, p: 0, listStyle: 'none' }}>
      {attachments.map(({ id, name, mime_type, bytes, url, thumbnail_url }) => (
        <Stack component="li" key={id} direction="row" sx={{ gap: 2, alignItems: 'center' }}>
          {thumbnail_url ? (
            <Box component="img" src={thumbnail_url} alt="" sx={{ width: 40, height: 40, objectFit: 'cover', borderRadius: '6px' }} />
          ) : (
            <Icon name={iconOf(mime_type)} size={24} />
          )}
          <Link href={url} target="_blank" rel="noopener" sx={{ overflowWrap: 'anywhere' }}>
            {name}
          </Link>
          <Typography variant="caption" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
            {saySize(bytes)}
          </Typography>
        </Stack>
      ))}
    </Stack>
  );
}
