import { getClient } from '@dmse/contract/clients/client';
import { getQuote, listQuotes, type QuoteRow, quotePdf } from '@dmse/contract/jobs/quote';
import { localDate, proseDate } from '@dmse/domain/dates/local-date';
import { isOut } from '@dmse/domain/states/quote';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import LinearProgress from '@mui/material/LinearProgress';
import MenuItem from '@mui/material/MenuItem';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useCall } from '../../../api/use-call.ts';
import { useFirmZone } from '../../../parts/date/firm-zone.ts';
import { EmptyState } from '../../../parts/notice/empty-state.tsx';
import { errorText } from '../../../parts/notice/error-state.tsx';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { PdfButton, useShowsPdf } from '../../../parts/pdf-button.tsx';
import { Picker } from '../../../parts/picker/picker.tsx';
import { useJobSettings } from '../job/use-job-settings.ts';
import { keepPdfChoices, keepQuoteTexts, type PdfChoices, type QuoteTexts, readPdfChoices, readQuoteTexts } from './quote-pdf-choices.ts';

const STILL = 600;

const choiceOf = ({ id, num, desc }: QuoteRow) => ({ id, label: num, subtitle: desc });

/** The PDF as it would be now; made anew a moment after the last change. */
function usePreview(quote: number | null, choices: PdfChoices, { introduction, terms }: QuoteTexts) {
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
        const blob = await call(quotePdf, {}, { quote, ...choices, introduction, terms }, { signal: abort.signal });
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
  const client = quote.data?.client?.id;
  const language = useCall(getClient, { id: client ?? 0 }, { enabled: client !== undefined, retry: false }).data?.language ?? 'en';
  const [kept, setKept] = useState(readPdfChoices);
  const usual = settings?.quote_texts.detail ?? 'by task';
  const choices = useMemo(() => kept ?? { detail: usual, show_signature: true, show_minutes: false }, [kept, usual]);
  // Texts that were typed for another quote are not this one's.
  const [typed, setTyped] = useState<{ quote: number; texts: QuoteTexts } | null>(null);
  const texts = id === null ? {} : typed?.quote === id ? typed.texts : readQuoteTexts(id);
  const zone = useFirmZone();
  const out = quote.data && isOut(quote.data) ? quote.data : null;
  const submitted = out?.submitted_on ? { revision: out.revision, day: proseDate(localDate(out.submitted_on, zone)) } : null;
  const preview = usePreview(id, choices, submitted ? {} : texts);
  const change = (part: Partial<PdfChoices>) => {
    const next = { ...choices, ...part };
    setKept(next);
    keepPdfChoices(next);
  };
  const write = (next: QuoteTexts | null) => {
    if (id === null) return;
    setTyped({ quote: id, texts: next ?? {} });
    keepQuoteTexts(id, next);
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
              onChange={(next) => void navigate({ to: '.', search: { quote: next?.id }, replace: true })}
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
                  disabled={id === null}
                  value={texts.introduction ?? settings?.quote_texts[language === 'fr' ? 'introduction_fr' : 'introduction'] ?? ''}
                  onChange={(event) => write({ ...texts, introduction: event.target.value })}
                />
                <TextField
                  label="Terms"
                  multiline
                  minRows={4}
                  maxRows={12}
                  disabled={id === null}
                  value={texts.terms ?? settings?.quote_texts[language === 'fr' ? 'terms_fr' : 'terms'] ?? ''}
                  onChange={(event) => write({ ...texts, terms: event.target.value })}
                />
                {texts.introduction === undefined && texts.terms === undefined ? null : (
                  <Box>
                    <Button size="small" onClick={() => write(null)}>
                      Use the firm’s texts
                    </Button>
                  </Box>
                )}
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
  const { quote } = useSearch({ from: '/quote-pdf' });
  const id = Number(quote);
  return <Maker id={Number.isInteger(id) && id > 0 ? id : null} />;
}
