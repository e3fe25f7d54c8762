import { listHistoricalFiles, removeHistoricalFile } from '@dmse/contract/historicals/historical-file';
import { sayCount } from '@dmse/domain/text/counts';
import Alert from '@mui/material/Alert';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useCall } from '../../../api/use-call.ts';
import { ConfirmDialog } from '../../../parts/dialog/confirm-dialog.tsx';
import { FileDrop } from '../../../parts/file/file-drop.tsx';
import { LeaveGuard } from '../../../parts/form/leave-guard.tsx';
import { useUndoKeys } from '../../../parts/grid/use-undo-keys.ts';
import { Icon } from '../../../parts/icon/icon.tsx';
import { LinkButton } from '../../../parts/links.tsx';
import { EmptyState } from '../../../parts/notice/empty-state.tsx';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { useCompanies } from '../historical-file/company-field.tsx';
import { refreshHistoricals } from '../refresh-historicals.ts';
import { SCAN_KINDS, useMaxScanBytes } from '../scan/scan-files.ts';
import { viewerLink } from '../viewer/viewer-address.ts';
import { DRAFT_COLUMNS, proposedFor } from './draft-cells.ts';
import { type EntryAct, EntryGrid } from './entry-grid.tsx';
import { EntryPreview } from './entry-preview.tsx';
import { EntryStyle } from './entry-style.ts';
import { useDraftUploads } from './use-draft-uploads.ts';
import { type Draft, type Drafts, useDrafts } from './use-drafts.ts';

const PAGE = { is_draft: true, page_size: 200, ordering: 'created_on' } as const;
const WHILE_READING_MS = 3000;

/** Scans in: dropped or chosen, each of them a draft of its own. */
function Uploads({ onMade, hasDrafts }: { onMade: () => void; hasDrafts: boolean }) {
  const companies = useCompanies();
  const maxBytes = useMaxScanBytes();
  const [company, setCompany] = useState('');
  const uploads = useDraftUploads(company, onMade);
  const [pending, setPending] = useState(0);
  const unmade = useRef(0);
  unmade.current = uploads.waiting + pending;
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-label="Add scans"
      sx={{ p: { xs: 4, sm: 5 }, mb: 4, display: 'grid', gap: 4, gridTemplateColumns: { md: '300px minmax(0, 1fr)' }, alignItems: 'start' }}
    >
      <Autocomplete
        freeSolo
        size="small"
        options={[...companies]}
        inputValue={company}
        onInputChange={(_, text) => setCompany(text)}
        renderInput={(params) => (
          <TextField
            {...params}
            label="Company of these scans"
            helperText="Every draft starts with it. Leave it empty if the scans come from several firms."
          />
        )}
      />
      <FileDrop
        label={hasDrafts ? 'Add more scans' : 'Scans of the archive'}
        accept={SCAN_KINDS}
        maxBytes={maxBytes}
        isMultiple
        onUploaded={uploads.add}
        onPending={setPending}
      />
      {uploads.problem ? (
        <Alert
          severity="error"
          sx={{ gridColumn: '1 / -1' }}
          action={
            <Button color="inherit" size="small" onClick={() => void uploads.make()}>
              Try again
            </Button>
          }
        >
          {sayCount(uploads.waiting, 'scan was', 'scans were')} uploaded and could not be made into drafts. {uploads.problem}
        </Alert>
      ) : null}
      {uploads.refused.length > 0 ? (
        <Alert severity="warning" onClose={uploads.forgetRefused} sx={{ gridColumn: '1 / -1' }}>
          {uploads.refused.map((reason) => (
            <div key={reason}>{reason}</div>
          ))}
        </Alert>
      ) : null}
      <LeaveGuard isUnsaved={() => unmade.current > 0} />
    </Paper>
  );
}

type ToolbarProps = { state: Drafts; chosen: readonly number[]; onAct: (act: 'done' | 'remove', drafts: readonly number[]) => void };

function Toolbar({ state, chosen, onAct }: ToolbarProps) {
  const { drafts, unsaved, troubles } = state;
  const proposals = drafts.flatMap((draft) => {
    const taken = DRAFT_COLUMNS.flatMap(({ id }) => {
      const proposed = proposedFor(draft, id);
      return proposed ? [[id, proposed] as const] : [];
    });
    return taken.length > 0 ? [{ id: draft.id, to: Object.fromEntries(taken) }] : [];
  });
  const count = chosen.length > 1 ? ` ${chosen.length}` : '';
  return (
    <Stack direction="row" sx={{ gap: 2, mb: 3, flexWrap: 'wrap', alignItems: 'center' }}>
      <Button variant="outlined" disabled={!state.canUndo} startIcon={<Icon name="undo" size={18} />} onClick={state.undo}>
        Undo
      </Button>
      <Button variant="outlined" disabled={!state.canRedo} startIcon={<Icon name="redo" size={18} />} onClick={state.redo}>
        Redo
      </Button>
      <Button
        variant="outlined"
        disabled={proposals.length === 0}
        startIcon={<Icon name="check" size={18} />}
        onClick={() => state.change(proposals)}
      >
        Take all proposals
      </Button>
      <Typography role="status" variant="body2" sx={{ flex: 1, minWidth: 120, color: troubles.size > 0 ? 'error.main' : 'text.secondary' }}>
        {troubles.size > 0
          ? `${sayCount(troubles.size, 'draft')} could not be saved.`
          : unsaved > 0
            ? 'Saving'
            : `${sayCount(drafts.length, 'draft')}. What you type is saved.`}
      </Typography>
      {troubles.size > 0 ? (
        <Button onClick={state.retry} startIcon={<Icon name="refresh" size={18} />}>
          Try again
        </Button>
      ) : null}
      <Button
        color="error"
        disabled={chosen.length === 0}
        startIcon={<Icon name="delete" size={18} />}
        onClick={() => onAct('remove', chosen)}
      >
        Delete{count}
      </Button>
      <Button
        variant="contained"
        disabled={chosen.length === 0}
        startIcon={<Icon name="task_alt" size={18} />}
        onClick={() => onAct('done', chosen)}
      >
        Done{count}
      </Button>
    </Stack>
  );
}

function Board({ listed }: { listed: readonly Draft[] }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const isWide = useMediaQuery('(min-width: 1200px)', { noSsr: true });
  const state = useDrafts(listed, () => void refreshHistoricals(client));
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [leaving, setLeaving] = useState<readonly number[]>([]);
  const steps = useRef(state);
  steps.current = state;
  const keys = useMemo(() => ({ undo: () => steps.current.undo(), redo: () => steps.current.redo() }), []);
  useUndoKeys(keys, true);
  const selected = state.drafts.find(({ id }) => id === chosen[0]);

  function act(what: Exclude<EntryAct, 'take'>, ids: readonly number[]): void {
    const draft = state.readDraft(ids[0] ?? 0);
    if (!draft) return;
    if (what === 'remove') setLeaving(ids);
    else if (what === 'done') state.change(ids.map((one) => ({ id: one, to: { is_draft: false } })));
    else if (what === 'view' && draft.first_scan !== null)
      void navigate(viewerLink(draft.id, { scan: draft.first_scan, page: 1, find: '' }));
    else void navigate({ to: '/historical/$id', params: { id: String(draft.id) } });
  }
  async function remove(): Promise<void> {
    for (const id of leaving) {
      await call(removeHistoricalFile, { id });
      state.forget([id]);
    }
    showToast({ text: `Deleted ${sayCount(leaving.length, 'draft')}.` });
    await refreshHistoricals(client);
  }
  if (state.drafts.length === 0)
    return (
      <EmptyState
        icon="task_alt"
        title="There are no drafts."
        text="Drop scans above: each becomes a draft with what its name and its text suggest."
      />
    );
  return (
    <EntryStyle>
      <Toolbar state={state} chosen={chosen} onAct={act} />
      <Box sx={{ display: 'grid', gap: 3, alignItems: 'start', gridTemplateColumns: isWide ? 'minmax(0, 1fr) 320px' : 'minmax(0, 1fr)' }}>
        <EntryGrid state={state} onSelected={setChosen} onAct={act} />
        {isWide && selected ? <EntryPreview draft={selected} /> : null}
      </Box>
      <Typography variant="caption" component="p" sx={{ color: 'text.secondary', mt: 3, display: { xs: 'none', sm: 'block' } }}>
        Type into a cell, or press F2. Ctrl+Enter takes the proposals of the row, Ctrl+Shift+Enter those of the column, Alt+Enter opens the
        scan, Ctrl+D makes files of the selected drafts, Ctrl+Delete deletes them, Ctrl+Z takes back.
      </Typography>
      <LeaveGuard isUnsaved={() => steps.current.unsaved > 0} />
      <ConfirmDialog
        open={leaving.length > 0}
        title={leaving.length === 1 ? 'Delete this draft?' : `Delete ${leaving.length} drafts?`}
        verb={leaving.length === 1 ? 'Delete draft' : `Delete ${leaving.length} drafts`}
        isDestructive
        onConfirm={remove}
        onClose={() => setLeaving([])}
      >
        What was typed and the scans will be gone. This cannot be taken back.
      </ConfirmDialog>
    </EntryStyle>
  );
}

/** The archive day: many scans in at once, each a draft, typed down in a table. */
export function EntryPage() {
  const client = useQueryClient();
  const list = useCall(listHistoricalFiles, PAGE, {
    refetchInterval: ({ state }) => (state.data?.results.some(({ scans_unread }) => scans_unread > 0) ? WHILE_READING_MS : false),
  });
  const { data } = list;
  function showDrafts(): ReactNode {
    if (list.isError) return <ErrorState title="The drafts could not be loaded." error={list.error} onRetry={() => void list.refetch()} />;
    return data ? <Board listed={data.results} /> : <Skeleton variant="rounded" height={240} aria-label="Loading the drafts" />;
  }
  return (
    <>
      <PageHeader
        title="Enter Scans"
        subtitle="Each scan becomes a draft. Numbers are proposed from its name and its text; take them or type over them."
        actions={
          <LinkButton to="/historicals" variant="outlined" startIcon={<Icon name="search" size={18} />}>
            Search files
          </LinkButton>
        }
      />
      <Uploads hasDrafts={(data?.count ?? 0) > 0} onMade={() => void refreshHistoricals(client)} />
      {data && data.count > data.results.length ? (
        <Alert severity="info" sx={{ mb: 3 }}>
          The first {data.results.length} of {data.count} drafts are shown. The others follow when these are done.
        </Alert>
      ) : null}
      {showDrafts()}
    </>
  );
}
