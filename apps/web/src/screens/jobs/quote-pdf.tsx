import { getQuote, listQuotes, type QuoteRow, quotePdf } from '@dmse/contract/jobs/quote';
import { isOut } from '@dmse/domain/states/quote';
import { localDate, proseDate } from '@dmse/domain/time/local-date';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import LinearProgress from '@mui/material/LinearProgress';
import MenuItem from '@mui/material/MenuItem';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { useCall } from '../../api/use-call.ts';
import { keepPdfChoices, type PdfChoices, readPdfChoices } from '../../areas/jobs/quote-pdf-choices.ts';
import { useJobSettings } from '../../areas/jobs/use-job-settings.ts';
import { useFirmZone } from '../../parts/firm-zone.ts';
import { EmptyState } from '../../parts/notice/empty-state.tsx';
import { errorText } from '../../parts/notice/error-state.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { PdfButton, useShowsPdf } from '../../parts/pdf-button.tsx';
import { Picker } from '../../parts/picker/picker.tsx';
import { Can } from '../../session/can.tsx';
import { NoManagerRole } from './no-manager-role.tsx';

const STILL = 600;

const choiceOf = ({ id, num, desc }: QuoteRow) => ({ id, label: num, subtitle: desc });

/** The PDF as it would be now; made anew a moment after the last change. */
function usePreview(quote: number | null, choices: PdfChoices, introduction: string | null, terms: string | null) {
  const [url, setUrl] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    if (quote === null) return;
    const abort = new AbortController();
    let made: string | null = null;
    const timer = setTimeout(async () => {
      setBusy(true);
      try {
        const body = { quote, ...choices, ...(introduction === null ? {} : { introduction }), ...(terms === null ? {} : { terms }) };
        const blob = await call(quotePdf, {}, body, { signal: abort.signal });
        made = URL.createObjectURL(new Blob([blob], { type: 'application/pdf' }));
        setUrl(made);
        setProblem(null);
      } catch (error) {
        if (!abort.signal.aborted) setProblem(errorText(error));
      } finally {
        if (!abort.signal.aborted) setBusy(false);
      }
    }, STILL);
    return () => {
      abort.abort();
      clearTimeout(timer);
      if (made) URL.revokeObjectURL(made);
    };
  }, [quote, choices, introduction, terms]);
  return { url, problem, isBusy };
}

function Maker({ id }: { id: number | null }) {
  const navigate = useNavigate();
  const settings = useJobSettings();
  const quote = useCall(getQuote, { id: id ?? 0 }, { enabled: id !== null, retry: false });
  const [choices, setChoices] = useState<PdfChoices>(
    () => readPdfChoices() ?? { detail: 'by task', show_signature: true, show_minutes: false },
  );
  const [introduction, setIntroduction] = useState<string | null>(null);
  const [terms, setTerms] = useState<string | null>(null);
  const zone = useFirmZone();
  const out = quote.data && isOut(quote.data) ? quote.data : null;
  const submitted = out?.submitted_on ? { revision: out.revision, day: proseDate(localDate(out.submitted_on, zone)) } : null;
  // Texts that were typed for another quote are not this one's.
  const preview = usePreview(id, choices, submitted ? null : introduction, submitted ? null : terms);
  const change = (part: Partial<PdfChoices>) => {
    const next = { ...choices, ...part };
    setChoices(next);
    keepPdfChoices(next);
  };
  const chosen = quote.data ? { id: quote.data.id, label: quote.data.num, subtitle: quote.data.desc } : null;
  const showsPdf = useShowsPdf();
  return (
    <>
      <PageHeader
        title="Generate quote PDF"
        subtitle={quote.data ? `${quote.data.num} ${quote.data.desc}` : 'Choose a quote'}
        actions={preview.url ? <PdfButton url={preview.url} name={`Quote ${quote.data?.num ?? ''}.pdf`} /> : undefined}
      />
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', md: '340px 1fr' }, gap: 4, alignItems: 'start' }}>
        <Paper variant="outlined" sx={{ p: 4 }}>
          <Stack sx={{ gap: 4 }}>
            <Picker
              label="Quote"
              endpoint={listQuotes}
              toChoice={choiceOf}
              recentKey="quote"
              value={chosen}
              onChange={(next) => void navigate({ to: '.', search: next ? { quote: next.id } : {}, replace: true } as never)}
            />
            <TextField
              select
              label="Show the fees"
              value={choices.detail}
              onChange={(event) => change({ detail: event.target.value as PdfChoices['detail'] })}
            >
              <MenuItem value="totals">As one total</MenuItem>
              <MenuItem value="by task">By task</MenuItem>
              <MenuItem value="by role">By role</MenuItem>
            </TextField>
            <FormControlLabel
              label="Show hours"
              control={
                <Switch size="small" checked={choices.show_minutes} onChange={(event) => change({ show_minutes: event.target.checked })} />
              }
              sx={{ mx: 0, gap: 2 }}
            />
            <FormControlLabel
              label="Signature block"
              control={
                <Switch
                  size="small"
                  checked={choices.show_signature}
                  onChange={(event) => change({ show_signature: event.target.checked })}
                />
              }
              sx={{ mx: 0, gap: 2 }}
            />
            {submitted ? (
              <Alert severity="info">
                Revision {submitted.revision}, as it was submitted on {submitted.day}. To change it, set the quote back to AWAITING QUOTE
                and submit it again.
              </Alert>
            ) : (
              <>
                <TextField
                  label="Introduction"
                  multiline
                  minRows={3}
                  maxRows={8}
                  value={introduction ?? settings?.quote_texts.introduction ?? ''}
                  onChange={(event) => setIntroduction(event.target.value)}
                />
                <TextField
                  label="Terms"
                  multiline
                  minRows={4}
                  maxRows={12}
                  value={terms ?? settings?.quote_texts.terms ?? ''}
                  onChange={(event) => setTerms(event.target.value)}
                />
              </>
            )}
          </Stack>
        </Paper>
        <Paper variant="outlined" sx={{ position: 'relative', overflow: 'hidden', minHeight: { xs: 0, md: 500 } }}>
          {preview.isBusy ? <LinearProgress aria-label="Making the PDF" sx={{ position: 'absolute', inset: '0 0 auto' }} /> : null}
          {preview.problem ? <Alert severity="error">{preview.problem}</Alert> : null}
          {preview.url && showsPdf ? (
            <Box
              component="iframe"
              title="The quote as a PDF"
              src={preview.url}
              sx={{ width: '100%', height: 'calc(100vh - 220px)', border: 0, display: 'block' }}
            />
          ) : (
            <EmptyState
              icon="picture_as_pdf"
              title={id === null ? 'No quote is chosen.' : preview.url ? 'The PDF is ready.' : 'Making the PDF…'}
              text={showsPdf ? 'What the client gets is shown here, and follows every change.' : 'It opens in the viewer of this device.'}
            />
          )}
        </Paper>
      </Box>
    </>
  );
}

/** The quote as the client gets it, live while its texts and detail are chosen. */
export function QuotePdfPage() {
  const { quote } = useSearch({ strict: false }) as { quote?: string | number };
  const id = Number(quote);
  return (
    <Can do="quotes.write" otherwise={<NoManagerRole title="Generate quote PDF" />}>
      <Maker id={Number.isInteger(id) && id > 0 ? id : null} />
    </Can>
  );
}
