import { type FieldRunRow, listFieldRuns } from '@dmse/contract/sites/field-run';
import { cancelProcessing, getProcessing, importProcessing, type Processing } from '@dmse/contract/sites/processing/run';
import { getSitesSettings, type SitesSettings } from '@dmse/contract/sites/settings';
import { localDate } from '@dmse/domain/dates/local-date';
import { NEEDED_PARTS, PROCESSING_PARTS, whyTooLarge } from '@dmse/domain/sites/processing';
import { sayCount, sayList } from '@dmse/domain/text/counts';
import { type SurveySettings, surveyDefaults } from '@dmse/survey/survey-settings';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { call, fetchFile } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { sendForm } from '../../../api/send-form.ts';
import { callKey, useCall } from '../../../api/use-call.ts';
import { DropZone } from '../../../parts/file/drop-zone.tsx';
import { sayBytes } from '../../../parts/file/file-rules.ts';
import { LinkButton } from '../../../parts/links.tsx';
import { ErrorState, errorText } from '../../../parts/notice/error-state.tsx';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { Picker } from '../../../parts/picker/picker.tsx';
import { RecordPending } from '../../../parts/record/record-pending.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { sayRunName } from '../field-run/run-state.ts';
import { isHiddenFile, listDropped } from './dropped-files.ts';
import { FileSlots, whyNotSlot } from './file-slots.tsx';
import { type ChosenFile, findRepeats, isReading, stopsOf, useChosenFiles } from './use-chosen-files.ts';
import { sayReading, WorkBar, WorkProgress } from './work-bar.tsx';

const TITLE = 'Processing form';

const CANCEL_AGAIN_MS = 500;
/** Between two looks at how far the server has read. */
const LOOK_MS = 1000;

const toChoice = ({ id, name, job, job_num, state }: FieldRunRow) => ({
  id,
  label: sayRunName(name),
  subtitle: [job?.num ?? job_num, state].filter(Boolean).join(' · '),
});

function ChooseRun() {
  const navigate = useNavigate();
  return (
    <Box sx={{ maxWidth: 560 }}>
      <PageHeader title={TITLE} subtitle="Which field run do the files belong to?" />
      <Picker
        label="Field run"
        endpoint={listFieldRuns}
        input={{ state: ['Waiting', 'Active', 'Processing'] }}
        toChoice={toChoice}
        recentKey="processing-run"
        value={null}
        onChange={(choice) => choice && void navigate({ to: '/processing/start', search: { fieldrun: String(choice.id) } })}
      />
    </Box>
  );
}

/** The settings as the engine takes them. */
function toSurveySettings(settings: SitesSettings): SurveySettings {
  return { ...surveyDefaults, ...settings, vertical_system: settings.elevation_systems[0] ?? null };
}

function whyNotImport(items: readonly ChosenFile[], run: Processing): string | null {
  if (run.why_not_import) return run.why_not_import;
  if (items.length === 0) return 'Choose the files of the run.';
  if (items.some(isReading)) return 'The files are being read.';
  const used = items.filter(({ slot }) => slot !== null);
  const wrong = used.filter((item) => whyNotSlot(item) !== null || stopsOf(item).length > 0);
  if (wrong.length > 0) return `Take ${sayList(wrong.map(({ name }) => name))} out of its place first.`;
  const missing = NEEDED_PARTS.filter((part) => ![...used.map(({ slot }) => slot), ...run.files.map((file) => file.part)].includes(part));
  if (missing.length > 0) return `A ${sayList(missing.map((part) => PROCESSING_PARTS[part].toLowerCase()))} is needed.`;
  if (used.length === 0) return 'None of these files can be imported.';
  return whyTooLarge(used.reduce((sum, { file }) => sum + file.size, 0));
}

/** An earlier file that stays beside a new one of its part is sent again: the server takes a part as a whole. */
async function fetchEarlier({ url, name }: Processing['files'][number], signal: AbortSignal): Promise<File> {
  const response = await fetchFile(url, signal);
  if (!response.ok) throw new Error(`The earlier file ${name} could not be read again.`);
  return new File([await response.blob()], name);
}

type Sent = { share: number; bytes: number; total: number };

const saySent = (sent: Sent | null) =>
  sent === null ? 'Sending…' : `Sending: ${sayBytes(sent.bytes)} of ${sayBytes(sent.total)}, ${Math.round(sent.share * 100)} %`;

function useImport(run: Processing, items: readonly ChosenFile[], kept: ReadonlySet<number>) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [sent, setSent] = useState<Sent | null>(null);
  const [trouble, setTrouble] = useState<unknown>(null);
  const [sending, setSending] = useState<AbortController | null>(null);
  const [isCancelling, setCancelling] = useState(false);
  const isPending = useRef(false);

  async function send(): Promise<void> {
    const abort = new AbortController();
    const { signal } = abort;
    setSending(abort);
    isPending.current = true;
    setTrouble(null);
    setSent(null);
    try {
      const repeats = findRepeats(items);
      const used = items.filter(({ key, slot }) => slot !== null && !repeats.has(key));
      const parts = new Set(used.map(({ slot }) => slot));
      const form = new FormData();
      for (const file of run.files)
        if (kept.has(file.id) && parts.has(file.part)) form.append(file.part, await fetchEarlier(file, signal), file.name);
      for (const { slot, file, name } of used) form.append(slot!, file, name);
      const answer = await sendForm(importProcessing, { id: run.id }, form, {
        signal,
        onProgress: (share, bytes, total) => setSent(share === null ? null : { share, bytes, total }),
      });
      queries.setQueryData(callKey(getProcessing, { id: run.id }), answer);
      void invalidateArea(queries, 'sites');
      showToast({ text: `Imported ${sayCount(used.length, 'file')}.`, colour: 'success' });
      await navigate({ to: `/processing/${run.id}`, search: { step: 'validate' } });
    } catch (error) {
      if (!signal.aborted) setTrouble(error);
    } finally {
      isPending.current = false;
      setSending(null);
    }
  }
  /** What has arrived whole is stopped on the server, as soon as it begins to read; where that is too late, the answer says so. */
  async function cancel(): Promise<void> {
    if (sent?.share !== 1) return sending?.abort();
    setCancelling(true);
    while (isPending.current) {
      await call(cancelProcessing, { id: run.id }).catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, CANCEL_AGAIN_MS));
    }
    setCancelling(false);
  }
  return { send, cancel, isSending: sending !== null, isCancelling, sent, trouble };
}

type ImportFormProps = { run: Processing; settings: SitesSettings; refresh: () => Promise<unknown> };

function ImportForm({ run, settings, refresh }: ImportFormProps) {
  const survey = useMemo(() => toSurveySettings(settings), [settings]);
  const run_date = run.started_on === null ? null : localDate(run.started_on, settings.time_zone);
  const { items, add, move, remove } = useChosenFiles(survey, { job_num: run.job?.num ?? run.job_num, run_date });
  const [kept, setKept] = useState<ReadonlySet<number>>(new Set());
  const { send, cancel, isSending, isCancelling, sent, trouble } = useImport(run, items, kept);
  const isArrived = isSending && sent?.share === 1;
  // The server says how far it has read them; the answer is the same that the page shows.
  useCall(getProcessing, { id: run.id }, { enabled: isArrived, refetchInterval: LOOK_MS });
  const elsewhere = !isSending && run.reading;
  const choose = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const whyNot = whyNotImport(items, run);
  const count = items.filter(({ slot }) => slot !== null).length;
  const take = (input: HTMLInputElement) => {
    add([...(input.files ?? [])].filter((file) => !isHiddenFile(file.webkitRelativePath || file.name)));
    // The same file can be chosen again.
    input.value = '';
  };
  return (
    <Stack sx={{ gap: 4 }}>
      <PageHeader title={`Import files of ${sayRunName(run.name)}`} subtitle={run.job?.num ?? run.job_num} />
      {run.why_not_import ? <Alert severity="warning">{run.why_not_import}</Alert> : null}
      {run.files.length > 0 ? (
        <Alert severity="info">
          This run has files already. New files take the place of those of the same part; what was decided stays and is applied to them.
        </Alert>
      ) : null}
      <DropZone
        label="Drop all files of the run here"
        text="Raw file, points, PPP summary, base reference and localization at once, single files, a folder or a zip. Each is recognised by its content."
        onFiles={(given) => void listDropped(given).then(add)}
      >
        <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', justifyContent: 'center' }}>
          <Button variant="outlined" onClick={() => choose.current?.click()}>
            Choose files
          </Button>
          <Button variant="outlined" onClick={() => folder.current?.click()}>
            Choose a folder
          </Button>
        </Box>
        <input ref={choose} type="file" hidden multiple aria-label="Files of the run" onChange={(event) => take(event.target)} />
        <input
          ref={folder}
          type="file"
          hidden
          aria-label="Folder of the run"
          {...{ webkitdirectory: '' }}
          onChange={(event) => take(event.target)}
        />
      </DropZone>
      {items.length > 0 || run.files.length > 0 ? (
        <FileSlots
          items={items}
          earlier={run.files}
          kept={kept}
          onKeep={(id, isKept) => setKept((now) => new Set(isKept ? [...now, id] : [...now].filter((one) => one !== id)))}
          onMove={move}
          onRemove={remove}
        />
      ) : null}
      {trouble ? (
        <Alert severity="error" sx={{ whiteSpace: 'pre-line' }}>
          {errorText(trouble)}
        </Alert>
      ) : null}
      {isArrived ? (
        <WorkProgress {...sayReading(run.reading)} note="The page can be closed: the import goes on." />
      ) : isSending ? (
        <WorkProgress words={saySent(sent)} share={sent?.share ?? null} label="Sending the files" />
      ) : null}
      {elsewhere ? <WorkBar run={run} mayCancel={run.why_not_import === null} refresh={refresh} /> : null}
      <Stack direction="row" sx={{ alignItems: 'center', gap: 3, flexWrap: 'wrap' }}>
        <Button variant="contained" disabled={whyNot !== null || elsewhere !== null} loading={isSending} onClick={() => void send()}>
          {count === 0 ? 'Import files' : `Import ${sayCount(count, 'file')}`}
        </Button>
        {isSending ? (
          <Button loading={isCancelling} onClick={() => void cancel()}>
            Cancel
          </Button>
        ) : null}
        {run.attempt && !isSending ? (
          <LinkButton to="/processing/$id" params={{ id: run.id }}>
            Back to the wizard
          </LinkButton>
        ) : null}
        {whyNot ? <Typography sx={{ color: 'text.secondary' }}>{whyNot}</Typography> : null}
      </Stack>
    </Stack>
  );
}

function LoadedRun({ id }: { id: string }) {
  const run = useCall(getProcessing, { id }, { retry: false, refetchInterval: ({ state }) => (state.data?.reading ? LOOK_MS : false) });
  const settings = useCall(getSitesSettings, {}, { staleTime: 5 * 60_000 });
  if (run.data && settings.data) return <ImportForm key={id} run={run.data} settings={settings.data} refresh={run.refetch} />;
  const failed = [run, settings].find(({ isError }) => isError);
  if (failed) return <ErrorState isPage title="The run could not be loaded." error={failed.error} onRetry={() => void failed.refetch()} />;
  return <RecordPending noun="field run" />;
}

/** The files of a field run, to start processing it or to give it better ones. */
export function ProcessingStart() {
  const { fieldrun } = useSearch({ from: '/processing/start' }) as { fieldrun?: string };
  return fieldrun ? <LoadedRun id={fieldrun} /> : <ChooseRun />;
}
