import type { Job } from '@dmse/contract/jobs/job';
import { acceptBillingProgress, type BillingReadiness, getBillingReadiness } from '@dmse/contract/jobs/readiness';
import { sayCents } from '@dmse/domain/money/cents';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { callKey, useCall } from '../../../api/use-call.ts';
import { Icon } from '../../../parts/icon/icon.tsx';
import { TextLink } from '../../../parts/links.tsx';
import { errorText } from '../../../parts/notice/error-state.tsx';
import { DateText } from '../../../parts/text/date-text.tsx';
import { MoneyText } from '../../../parts/text/money-text.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';

const PARTS: Record<BillingReadiness['parts'][number]['name'], string> = {
  milestones: 'Milestones',
  runs: 'Field runs',
  structures: 'Structures',
};
const FEES: Record<BillingReadiness['billing_type'], string> = { 'fixed fee': 'fixed fee', 'hourly with cap': 'cap', hourly: 'budget' };

function Part({ part: { name, weight, done, says } }: { part: BillingReadiness['parts'][number] }) {
  return (
    <Box component="li" sx={{ mb: 2 }}>
      <Box sx={{ display: 'flex', gap: 2, justifyContent: 'space-between' }}>
        <Box>
          {PARTS[name]}
          <Box component="span" sx={{ color: 'text.secondary', ml: 2 }}>
            {says}
          </Box>
        </Box>
        <Box sx={{ whiteSpace: 'nowrap', color: 'text.secondary' }}>
          {Math.floor(done)} %, counts {Math.round(weight)} of 100
        </Box>
      </Box>
      <LinearProgress variant="determinate" value={done} aria-label={`${PARTS[name]} done`} sx={{ mt: 0.5, height: 6, borderRadius: 3 }} />
    </Box>
  );
}

/** The proposed progress is taken as it is, or another is typed with the reason. */
function AcceptForm({ job, ready }: { job: Job; ready: BillingReadiness }) {
  const client = useQueryClient();
  const { percent: proposed } = ready;
  const [typed, setTyped] = useState(String(proposed));
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const percent = Number(typed.replace(',', '.'));
  const isOther = percent !== proposed;
  async function accept(): Promise<void> {
    setProblem('');
    if (typed.trim() === '' || !(percent >= 0 && percent <= 100)) return setProblem('Use 0 to 100.');
    if (isOther && reason.trim() === '') return setProblem(`Say why it is not the ${proposed} % that is proposed.`);
    setBusy(true);
    try {
      const after = await call(acceptBillingProgress, { id: job.id }, { percent, proposed, ...(isOther ? { reason } : {}) });
      client.setQueryData(callKey(getBillingReadiness, { id: job.id }), after);
      showToast({ text: `${percent} % is the progress of ${job.num}.` });
    } catch (error) {
      setProblem(errorText(error));
      void client.invalidateQueries({ queryKey: callKey(getBillingReadiness, { id: job.id }) });
    } finally {
      setBusy(false);
    }
  }
  return (
    <Box
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        void accept();
      }}
      sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', alignItems: 'flex-start', mt: 3 }}
    >
      <TextField
        size="small"
        label="Progress (%)"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        slotProps={{ htmlInput: { inputMode: 'decimal' } }}
        sx={{ width: 120 }}
      />
      {isOther ? (
        <TextField
          size="small"
          label="Reason"
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          sx={{ flex: 1, minWidth: 200 }}
        />
      ) : null}
      <Button type="submit" variant="outlined" loading={isBusy}>
        {isOther ? 'Save progress' : `Accept ${proposed} %`}
      </Button>
      {problem ? (
        <Typography role="alert" sx={{ color: 'error.main', width: '100%' }}>
          {problem}
        </Typography>
      ) : null}
    </Box>
  );
}

function Blockers({ blockers }: Pick<BillingReadiness, 'blockers'>) {
  if (blockers.length === 0) return <Alert severity="success">Nothing stands in the way of an invoice.</Alert>;
  return (
    <Box component="ul" aria-label="In the way of an invoice" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5 }}>
      {blockers.map(({ code, says, path }) => (
        <Box component="li" key={code} sx={{ display: 'flex', gap: 2 }}>
          <Box sx={{ color: 'warning.main', display: 'flex', mt: 0.25 }}>
            <Icon name="warning" size={18} />
          </Box>
          <TextLink to={path}>{says}</TextLink>
        </Box>
      ))}
    </Box>
  );
}

/** How much of the fee is earned by what field and office have done, and what stands in the way of an invoice. */
export function ReadinessPanel({ job }: { job: Job }) {
  const { data: ready } = useCall(getBillingReadiness, { id: job.id }, { staleTime: 0 });
  if (!ready) return null;
  const { percent, fee, earned, billed, billing_type, parts, blockers, accepted, can_accept } = ready;
  return (
    <Paper component="section" variant="outlined" aria-label="Billing readiness" sx={{ p: { xs: 4, sm: 5 }, mb: 4 }}>
      <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' } }}>
        <Box>
          <Typography variant="h2" sx={{ mb: 1 }}>
            Billing readiness: {percent} %
          </Typography>
          <Typography sx={{ color: 'text.secondary', mb: 3 }}>
            {fee > 0
              ? `${sayCents(earned)} of the ${FEES[billing_type]} of ${sayCents(fee)} is earned by what was done. `
              : 'No fee is agreed and nothing is budgeted. '}
            {billed === 0 ? 'Nothing was billed yet.' : `${sayCents(billed)} was billed.`}
          </Typography>
          {parts.length > 0 ? (
            <Box component="ul" aria-label="What the progress is made of" sx={{ m: 0, p: 0, listStyle: 'none' }}>
              {parts.map((part) => (
                <Part key={part.name} part={part} />
              ))}
            </Box>
          ) : (
            <Typography>There are no milestones and no field runs to go by.</Typography>
          )}
        </Box>
        <Stack sx={{ gap: 2 }}>
          <Typography variant="h3">In the way of an invoice</Typography>
          <Blockers blockers={blockers} />
          {accepted ? (
            <Typography sx={{ mt: 2 }}>
              {accepted.percent} % (<MoneyText cents={accepted.earned} />) was accepted by {accepted.by.full_name} on{' '}
              <DateText value={accepted.at} as="prose" />
              {accepted.reason ? `, instead of ${accepted.proposed} %: ${accepted.reason}` : ''}. New progress lines of invoices begin with
              it.
            </Typography>
          ) : null}
          {can_accept ? <AcceptForm key={percent} job={job} ready={ready} /> : null}
        </Stack>
      </Box>
    </Paper>
  );
}
