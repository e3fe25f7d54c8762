import type { Memo } from '@dmse/contract/memos/memo';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { sayBytes } from '../../../parts/file/file-rules.ts';
import { Icon } from '../../../parts/icon/icon.tsx';
import type { IconName } from '../../../parts/icon/icon-paths.ts';

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

/** A mail can bring thousands; so many are listed before somebody asks for the rest. */
const LISTED = 50;

export type AttachmentListProps = {
  attachments: Memo['attachments'] /** While it is being written, one can be taken off. */;
  onRemove?: (id: number) => void;
};

/** What hangs on a memo: pictures small, everything else by its kind. */
export function AttachmentList({ attachments, onRemove }: AttachmentListProps) {
  const [isWhole, setWhole] = useState(false);
  if (attachments.length === 0 && onRemove) return null;
  if (attachments.length === 0) return <Typography sx={{ color: 'text.secondary' }}>None</Typography>;
  const listed = isWhole ? attachments : attachments.slice(0, LISTED);
  return (
    <Stack component="ul" sx={{ gap: 2, m: 0, p: 0, listStyle: 'none' }}>
      {listed.map(({ id, name, mime_type, bytes, url, thumbnail_url }) => (
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
            {sayBytes(bytes)}
          </Typography>
          {onRemove ? (
            <IconButton size="small" aria-label={`Remove ${name}`} onClick={() => onRemove(id)}>
              <Icon name="close" size={18} />
            </IconButton>
          ) : null}
        </Stack>
      ))}
      {listed.length < attachments.length ? (
        <li>
          <Button onClick={() => setWhole(true)}>Show all {attachments.length.toLocaleString('en-CA')} attachments</Button>
        </li>
      ) : null}
    </Stack>
  );
}
