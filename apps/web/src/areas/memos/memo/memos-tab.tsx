import { listMemos, type Memo, type MemoRow, updateMemo } from '@dmse/contract/memos/memo';
import { listTasks } from '@dmse/contract/work/task';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useCall } from '../../../api/use-call.ts';
import { Icon } from '../../../parts/icon/icon.tsx';
import { useSetWords, useWord } from '../../../parts/search/address.ts';
import type { SearchColumn } from '../../../parts/search/search-column.ts';
import type { SearchFilter } from '../../../parts/search/search-filter.ts';
import { SearchTable } from '../../../parts/search/search-table.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';
import { OneLine } from '../../../parts/text/one-line.tsx';
import { Can } from '../../../session/can.tsx';
import { useCan, useSelf } from '../../../session/self.ts';
import { useJobSettings } from '../../jobs/job/use-job-settings.ts';
import { MemoDialog } from './memo-dialog.tsx';
import { MemoEditor, type MemoOwner } from './memo-editor.tsx';
import { OriginalMail } from './original-mail.tsx';

const FIELDS = updateMemo.declaration.body.shape;

/** Resolved issues stay green, open ones red; most memos raise none. */
function IssueChip({ row }: { row: MemoRow }) {
  if (!row.is_issue) return null;
  return <Chip size="small" color={row.is_resolved ? 'success' : 'error'} label={row.is_resolved ? 'Resolved' : 'Issue'} />;
}

function columnsFor(onOpen: (id: number) => void): readonly SearchColumn<MemoRow>[] {
  return [
    {
      id: 'title',
      title: FIELDS.title,
      cell: (row, mark) => (
        <Box
          component="button"
          type="button"
          onClick={() => onOpen(row.id)}
          sx={{
            all: 'unset',
            cursor: 'pointer',
            display: 'block',
            width: '100%',
            py: 1,
            '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main' },
          }}
        >
          <OneLine full={row.title}>
            <Box component="span" sx={{ fontWeight: 500 }}>
              {mark(row.title)}
            </Box>
          </OneLine>
          <Typography component="span" variant="caption" sx={{ color: 'text.secondary', display: 'block' }}>
            <OneLine full={row.summary}>{mark(row.summary)}</OneLine>
          </Typography>
        </Box>
      ),
    },
    { id: 'task', title: FIELDS.task, text: (row) => row.task?.name, unset: '–', width: '16%' },
    { id: 'sender', title: 'Sender', text: (row) => row.created_by?.full_name ?? row.sender, unset: 'The system', width: 170 },
    { id: 'created_on', title: 'Written', cell: (row) => <DateText value={row.created_on} as="relative" />, width: 120 },
    {
      id: 'files',
      title: 'Files',
      cell: (row) => (row.attachment_count > 0 ? String(row.attachment_count) : '–'),
      align: 'right',
      width: 70,
    },
    {
      id: 'state',
      title: 'State',
      cell: (row) => (
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
          <IssueChip row={row} />
          {row.undelivered > 0 ? <Chip size="small" color="warning" label="Not delivered" /> : null}
        </Box>
      ),
      width: 150,
      card: 'chip',
    },
  ];
}

const titleOf = (row: MemoRow) => row.title;
const FILTERS: readonly SearchFilter[] = [{ kind: 'toggle', name: 'is_issue', label: 'Issues only' }];

/** Does once what a link to this page asks for (`?new=true`), with the text it brings along, and takes both out of the address. */
function useAskedFor(name: string, mayDo: boolean, act: (text: string) => void): void {
  const setWords = useSetWords();
  const isAsked = useWord(name) === 'true';
  const text = useWord('text') ?? '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: done when it is asked for, not when the function is another one
  useEffect(() => {
    if (!isAsked) return;
    if (mayDo) act(text);
    setWords({ [name]: undefined, text: undefined }, { toTop: true });
  }, [isAsked, mayDo, name, setWords]);
}

export type MemosTabProps = { owner: MemoOwner; num: string };

/** The memo that is open, in the address, so that a link in a mail leads to it. */
function useOpenedMemo(): [number | null, (id: number | null) => void] {
  const setWords = useSetWords();
  const memo = useWord('memo');
  const id = Number(memo);
  const open = useCallback((next: number | null) => setWords({ memo: next ?? undefined }), [setWords]);
  return [Number.isInteger(id) && id > 0 ? id : null, open];
}

/** The Memos tab of a job or quote: what people said about it, and what came by mail. */
export function MemosTab({ owner, num }: MemosTabProps) {
  const { preferences } = useSelf();
  const settings = useJobSettings();
  const tasks = useCall(listTasks, { ...owner, page_size: 200 }, { staleTime: 60_000 });
  const [opened, setOpened] = useOpenedMemo();
  const [editing, setEditing] = useState<Memo | 'new' | null>(null);
  const [begun, setBegun] = useState('');
  const [original, setOriginal] = useState<number | null>(null);
  const columns = useMemo(() => columnsFor(setOpened), [setOpened]);
  useAskedFor('new', useCan('memos.write'), (text) => {
    setBegun(text);
    setEditing('new');
  });
  return (
    <>
      <SearchTable
        endpoint={listMemos}
        label={`Memos of ${num}`}
        noun={['memo', 'memos']}
        columns={columns}
        filters={FILTERS}
        fixed={owner}
        rowTitle={titleOf}
        pageSize={preferences.page_size}
        tools={
          <Can do="memos.write">
            <Button variant="contained" startIcon={<Icon name="add" size={18} />} onClick={() => setEditing('new')}>
              New memo
            </Button>
          </Can>
        }
        empty={{ text: 'A memo tells the project manager and the leads something by mail, and stays here for everybody.' }}
      />
      {opened === null ? null : (
        <MemoDialog
          id={opened}
          onClose={() => setOpened(null)}
          actions={(memo) => (
            <>
              {memo.original_url ? <Button onClick={() => setOriginal(memo.id)}>Show the mail</Button> : null}
              {memo.can_edit ? (
                <Button
                  onClick={() => {
                    setOpened(null);
                    setEditing(memo);
                  }}
                >
                  Change
                </Button>
              ) : null}
            </>
          )}
        />
      )}
      {editing === null ? null : (
        <MemoEditor
          owner={owner}
          {...(editing === 'new' ? { begun } : { memo: editing })}
          tasks={tasks.data?.results ?? []}
          snippets={settings?.memo_snippets ?? []}
          onClose={() => {
            setEditing(null);
            setBegun('');
          }}
        />
      )}
      {original === null ? null : <OriginalMail memo={original} onClose={() => setOriginal(null)} />}
    </>
  );
}
