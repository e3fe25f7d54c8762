import { dismissQuarantined, listQuarantine, type Quarantined, releaseQuarantined } from '@dmse/contract/sites/sync';
import { endSentence } from '@dmse/domain/text/history-sentence';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { useCall } from '../../../api/use-call.ts';
import { ConfirmDialog } from '../../../parts/dialog/confirm-dialog.tsx';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { sayField, sayFieldValue } from './conflict-text.ts';

const KIND_WORDS: Record<Quarantined['kind'], string> = { run: 'Field run', point: 'Shot', pipe: 'Pipe', image: 'Photo' };

/** The name stands above; ids say nothing to a person. */
const HIDDEN = new Set(['name', 'id', 'field_run', 'fieldrun_shot', 'start_structure', 'end_structure', 'job', 'task', 'crew']);

function sayHeld({ kind, content }: Quarantined): string {
  const name = typeof content.name === 'string' && content.name ? content.name : 'without a name';
  return `${KIND_WORDS[kind]} ${name}`;
}

export type QuarantineListProps = { run: string };

/** What the server refused and a tablet left with the office: stored as meant, or said to be not needed. Either way it is kept. */
export function QuarantineList({ run }: QuarantineListProps) {
  const held = useCall(listQuarantine, { field_run: run, state: ['held'], page_size: 100 });
  const queries = useQueryClient();
  const [asked, setAsked] = useState<{ item: Quarantined; verb: 'release' | 'dismiss' } | null>(null);
  const [note, setNote] = useState('');

  const close = () => {
    setAsked(null);
    setNote('');
  };
  async function decide(): Promise<void> {
    if (!asked) return;
    const { item, verb } = asked;
    if (verb === 'dismiss' && note.trim() === '') throw new Error('Say in a few words why it is not needed.');
    if (verb === 'release') await call(releaseQuarantined, { id: item.id }, note.trim() ? { note: note.trim() } : {});
    else await call(dismissQuarantined, { id: item.id }, { note: note.trim() });
    await invalidateArea(queries, 'sites');
    showToast({ text: endSentence(`${verb === 'release' ? 'Stored' : 'Set aside'} ${sayHeld(item)}`), icon: 'check', colour: 'success' });
  }

  const isRelease = asked?.verb === 'release';
  return (
    <Paper component="section" variant="outlined" aria-labelledby="quarantine" sx={{ p: { xs: 4, sm: 5 } }}>
      <Typography id="quarantine" variant="h2">
        Left with the office{held.data && held.data.count > 0 ? ` (${held.data.count})` : ''}
      </Typography>
      <Typography sx={{ color: 'text.secondary', mb: 3 }}>
        What the server refused. The tablet keeps its own copy until this is decided.
      </Typography>
      {held.isError ? (
        <ErrorState title="What was refused could not be loaded." error={held.error} onRetry={() => void held.refetch()} />
      ) : !held.data ? (
        <Skeleton variant="rounded" height={64} />
      ) : held.data.count === 0 ? (
        <Typography>Nothing is waiting for a decision.</Typography>
      ) : (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {held.data.results.map((item) => (
            <Stack
              key={item.id}
              component="li"
              direction="row"
              sx={{ gap: 3, py: 3, borderTop: 1, borderColor: 'divider', flexWrap: 'wrap', alignItems: 'flex-start' }}
            >
              <Box sx={{ flex: 1, minWidth: 220 }}>
                <Typography sx={{ fontWeight: 500 }}>{sayHeld(item)}</Typography>
                <Typography sx={{ color: 'error.main' }}>{item.reason}</Typography>
                <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
                  {Object.entries(item.content)
                    .filter(([field, value]) => !HIDDEN.has(field) && value !== null && value !== '')
                    .map(([field, value]) => `${sayField(field)}: ${sayFieldValue(value)}`)
                    .join(' · ')}
                </Typography>
                <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                  {item.captured_by?.full_name ?? item.received_by?.full_name ?? 'Somebody'},{' '}
                  <DateText value={item.received_at} as="relative" />
                  {item.file ? (
                    <>
                      {' · '}
                      <Link href={item.file.url} target="_blank" rel="noopener">
                        Photo
                      </Link>
                    </>
                  ) : null}
                </Typography>
              </Box>
              <Stack direction="row" sx={{ gap: 2 }}>
                <Button size="small" onClick={() => setAsked({ item, verb: 'dismiss' })}>
                  Not needed
                </Button>
                <Button size="small" variant="outlined" onClick={() => setAsked({ item, verb: 'release' })}>
                  Release
                </Button>
              </Stack>
            </Stack>
          ))}
        </Box>
      )}
      <ConfirmDialog
        open={asked !== null}
        title={asked ? `${isRelease ? 'Release' : 'Set aside'} ${sayHeld(asked.item)}?` : ''}
        verb={isRelease ? 'Release' : 'Set aside'}
        onConfirm={decide}
        onClose={close}
      >
        {isRelease
          ? 'It is stored as the tablet meant it, in the name of who captured it.'
          : 'It is not stored in the run. The record of it is kept.'}
        <TextField
          label={isRelease ? 'Note' : 'Why it is not needed'}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          fullWidth
          required={!isRelease}
          sx={{ mt: 4 }}
        />
      </ConfirmDialog>
    </Paper>
  );
}
