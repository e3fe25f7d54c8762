import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { UseQueryResult } from '@tanstack/react-query';
import { Icon } from '../../parts/icon/icon.tsx';
import type { IconName } from '../../parts/icon/icon-paths.ts';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { INSECURE_ORIGIN } from './home-notices.tsx';
import type { CheckResult, Light } from './mobile-checks.ts';
import { type MobileCheck, useCheckList, useMobileChecks } from './use-mobile-checks.ts';

const LOOKS: Record<Light, { icon: IconName; tone: 'success' | 'warning' | 'error'; word: string }> = {
  green: { icon: 'check_circle', tone: 'success', word: 'Ready' },
  amber: { icon: 'warning', tone: 'warning', word: 'Take care' },
  red: { icon: 'error', tone: 'error', word: 'Not ready' },
};

function CheckRow({ check, result }: { check: MobileCheck; result: UseQueryResult<CheckResult> }) {
  const { data, error } = result;
  const shown: CheckResult | undefined = error ? { light: 'red', says: error.message, todo: 'Check again, or ask IT.' } : data;
  const look = shown ? LOOKS[shown.light] : null;
  const { help } = check;
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        gap: 3,
        p: 4,
        alignItems: 'flex-start',
        flexWrap: { xs: 'wrap', sm: 'nowrap' },
        borderTop: 1,
        borderColor: 'divider',
        '&:first-of-type': { borderTop: 0 },
      }}
    >
      <Box sx={{ width: 24, color: look ? `${look.tone}.main` : 'text.secondary' }}>
        {look ? <Icon name={look.icon} size={24} label={look.word} /> : <Skeleton variant="circular" width={24} height={24} />}
      </Box>
      <Box sx={{ flex: 1, minWidth: { xs: 'calc(100% - 36px)', sm: 0 } }}>
        <Typography sx={{ fontWeight: 600 }}>{check.title}</Typography>
        <Typography>{shown?.says ?? 'Checking…'}</Typography>
        {shown?.todo ? <Typography sx={{ color: 'text.secondary' }}>{shown.todo}</Typography> : null}
      </Box>
      {help && shown && shown.light !== 'green' ? (
        <Button variant="outlined" sx={{ ml: { xs: 9, sm: 0 } }} onClick={() => void help.run().finally(() => result.refetch())}>
          {help.label}
        </Button>
      ) : null}
    </Box>
  );
}

/** Is this device fit to be taken out? Each line is green, amber or red, and says what to do. */
export function MobileReady() {
  const checks = useCheckList();
  const results = useMobileChecks(checks);
  const lights = results.map((result) => (result.error ? 'red' : result.data?.light));
  const open = lights.filter((light) => light !== undefined && light !== 'green').length;
  const isDone = lights.every((light) => light !== undefined);
  const again = (
    <Button
      variant="contained"
      startIcon={<Icon name="refresh" />}
      onClick={() => void Promise.all(results.map((result) => result.refetch()))}
    >
      Check again
    </Button>
  );
  const summary = !isDone
    ? 'Checking this device…'
    : open === 0
      ? 'This device is ready for the field.'
      : `${open} of ${checks.length} need a look before you go out.`;
  return (
    <Box sx={{ maxWidth: 760 }}>
      <PageHeader title="Mobile-Ready Checklist" subtitle={<span role="status">{summary}</span>} actions={again} />
      {window.isSecureContext ? null : (
        <Alert severity="warning" sx={{ mb: 4 }}>
          {INSECURE_ORIGIN}
        </Alert>
      )}
      <Card component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {checks.map((check, at) => {
          const result = results[at];
          return result ? <CheckRow key={check.title} check={check} result={result} /> : null;
        })}
      </Card>
    </Box>
  );
}
