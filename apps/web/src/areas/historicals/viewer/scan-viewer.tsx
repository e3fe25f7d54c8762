import { findWordsOnPage, listScanPages, type ScanPage } from '@dmse/contract/historicals/scan';
import Box from '@mui/material/Box';
import MuiDialog from '@mui/material/Dialog';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { showProblem } from '../../../api/problem-toast.ts';
import { useCall } from '../../../api/use-call.ts';
import { EmptyState } from '../../../parts/notice/empty-state.tsx';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { Highlight } from '../../../parts/text/highlight.tsx';
import { VISUALLY_HIDDEN } from '../../../parts/visually-hidden.ts';
import { useSelf } from '../../../session/self.ts';
import { useScans } from '../scan/scan-panel.tsx';
import { ScanState } from '../scan/scan-state.tsx';
import { ARROWS, PagePane, type PaneActs } from './page-pane.tsx';
import { PageStrip } from './page-strip.tsx';
import { PrintPage } from './print-page.tsx';
import { type ViewerPlace, viewerLink } from './viewer-address.ts';
import { ViewerBar } from './viewer-bar.tsx';

const PAGES_AT_ONCE = 200;
const ZOOM_STEP = 1.5;
const WHILE_READING_MS = 2000;

export type ScanViewerProps = { file: number; name: string; place: ViewerPlace };

type TextProps = { text: string; find: string; source: ScanPage['text_source'] | undefined; isShown: boolean };

const WITHOUT_TEXT: Partial<Record<ScanPage['text_source'], string>> = {
  none: 'No text was found on this page.',
  unreadable: 'The text on this page could not be read.',
};

/** What is written on the page: beside it, or for screen readers only. */
function PageText({ text, find, source, isShown }: TextProps) {
  const said = text || (source && WITHOUT_TEXT[source]) || 'The text of this page is not there yet.';
  return (
    <Box
      component="section"
      aria-label="Text of this page"
      sx={
        isShown
          ? {
              flex: 'none',
              width: { xs: '100%', sm: 320 },
              maxHeight: { xs: '40%', sm: 'none' },
              overflow: 'auto',
              p: 3,
              whiteSpace: 'pre-wrap',
              overflowWrap: 'anywhere',
              borderLeft: { sm: 1 },
              borderTop: { xs: 1, sm: 0 },
              borderColor: { xs: 'divider', sm: 'divider' },
              bgcolor: 'background.paper',
              userSelect: 'text',
              order: { xs: 2, sm: 0 },
            }
          : VISUALLY_HIDDEN
      }
    >
      {find && text ? <Highlight text={text} query={find} /> : said}
    </Box>
  );
}

/** A scan page by page, as large as the window. What is looked at stands in the address. */
export function ScanViewer({ file, name, place }: ScanViewerProps) {
  const { scan: id, page: at, find } = place;
  const navigate = useNavigate();
  const { single_key_shortcuts } = useSelf().preferences;
  const titleId = useId();
  const acts = useRef<PaneActs>(null);
  const scans = useScans(file);
  const scan = scans.data?.results.find((one) => one.id === id);
  const isUnread = scan?.state === 'waiting' || scan?.state === 'reading';
  const listed = useCall(
    listScanPages,
    { id: file, scanId: id, page: Math.ceil(at / PAGES_AT_ONCE), page_size: PAGES_AT_ONCE },
    { keepOld: true, retry: false, refetchInterval: isUnread ? WHILE_READING_MS : false },
  );
  const pages = listed.data?.results;
  const page = pages?.find((one) => one.page === at);
  const found = useCall(
    findWordsOnPage,
    { id: file, scanId: id, page: at, ...(find ? { query: find } : {}) },
    { enabled: page !== undefined, staleTime: 60_000, retry: false },
  ).data;
  const words = useMemo(() => (find ? (found?.words ?? []) : []), [found, find]);
  const [wordAt, setWordAt] = useState(-1);
  const [hasText, setText] = useState(false);
  // How often it was asked for, until it is done.
  const [printing, setPrinting] = useState(0);
  const [scale, setScale] = useState(1);
  const of = useMemo(() => ({ file, scan: id, page: at }), [file, id, at]);

  const go = (next: Partial<ViewerPlace>) =>
    void navigate({ ...viewerLink(file, { ...place, ...next }), replace: true, resetScroll: false });
  const close = () => void navigate({ to: '/historical/$id', params: { id: String(file) }, resetScroll: false });
  const last = listed.data?.count ?? 0;
  const turnTo = (next: number) => {
    if (next < 1 || next > last || next === at) return;
    setWordAt(-1);
    go({ page: next });
  };
  const nextWord = () => {
    if (words.length === 0) return;
    const next = (wordAt + 1) % words.length;
    setWordAt(next);
    acts.current?.show(words[next]!);
  };
  const keys: Record<string, () => void> = {
    '+': () => acts.current?.zoom(ZOOM_STEP),
    '=': () => acts.current?.zoom(ZOOM_STEP),
    '-': () => acts.current?.zoom(1 / ZOOM_STEP),
    pageup: () => turnTo(at - 1),
    pagedown: () => turnTo(at + 1),
    home: () => turnTo(1),
    end: () => turnTo(last),
    ...(single_key_shortcuts
      ? {
          r: () => acts.current?.rotate(),
          w: () => acts.current?.fitTo('width'),
          f: () => acts.current?.fitTo('whole'),
          t: () => setText((old) => !old),
          n: nextWord,
        }
      : {}),
  };
  function onKey(event: KeyboardEvent): void {
    // The page itself has taken the key where it has the focus.
    if (event.defaultPrevented) return;
    const by = ARROWS[event.key];
    const act = by ? () => acts.current?.pan(by) : keys[event.key.toLowerCase()];
    if (!act || event.ctrlKey || event.metaKey || event.altKey || (event.target as Element).closest('input, textarea')) return;
    event.preventDefault();
    act();
  }

  function showPage(): ReactNode {
    if (listed.isError)
      return <ErrorState title="The pages could not be loaded." error={listed.error} onRetry={() => void listed.refetch()} />;
    if (scans.data && !scan) return <EmptyState icon="search_off" title="There is no such scan in this file." />;
    if (!pages) return <LinearProgress aria-label="Loading the pages" sx={{ width: '100%', height: 2 }} />;
    if (!page)
      return (
        <Stack sx={{ m: 'auto', p: 6, gap: 3, textAlign: 'center' }}>
          <Typography>{isUnread ? `Page ${at} has not been read yet.` : `There is no page ${at} in this scan.`}</Typography>
          {scan ? <ScanState scan={scan} /> : null}
        </Stack>
      );
    return (
      <PagePane key={at} of={of} page={page} label={`Page ${at} of ${scan?.name ?? name}`} words={words} acts={acts} onZoom={setScale} />
    );
  }

  return (
    <MuiDialog open fullScreen onClose={close} onKeyDown={onKey} aria-labelledby={titleId} transitionDuration={0}>
      <ViewerBar
        titleId={titleId}
        title={scan?.name ?? name}
        subtitle={last > 0 ? `Page ${at} of ${scan?.pages || last} · ${name} · ${Math.round(scale * 100)} %` : name}
        url={scan?.url}
        find={find}
        onFind={(next) => {
          setWordAt(-1);
          go({ find: next });
        }}
        words={find && found ? words.length : null}
        onNextWord={nextWord}
        onZoomIn={keys['+']!}
        onZoomOut={keys['-']!}
        onFit={(fit) => acts.current?.fitTo(fit)}
        onRotate={() => acts.current?.rotate()}
        hasText={hasText}
        onText={() => setText(!hasText)}
        onPrint={page ? () => setPrinting(printing + 1) : undefined}
        onClose={close}
      />
      <Box sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: { xs: 'column', sm: 'row' } }}>
        {last > 1 && pages ? <PageStrip pages={pages} current={at} onPage={turnTo} /> : null}
        {showPage()}
        {page ? <PageText text={found?.text ?? ''} find={find} source={page.text_source} isShown={hasText} /> : null}
      </Box>
      {printing > 0 && page ? (
        <PrintPage
          key={printing}
          of={of}
          page={page}
          onDone={(error) => {
            setPrinting(0);
            if (error) showProblem(error, 'The page could not be printed.');
          }}
        />
      ) : null}
    </MuiDialog>
  );
}
