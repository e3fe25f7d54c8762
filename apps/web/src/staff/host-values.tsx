import { getSettingSection } from '@dmse/contract/settings/core';
import type { HostSection } from '@dmse/contract/settings/office';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from '@tanstack/react-router';
import { useCall } from '../api/use-call.ts';
import { ReadOnlyValue } from '../parts/form/read-only-value.tsx';
import { useCan } from '../session/self.ts';

export type HostValuesProps = {
  section: HostSection;
  /** The fields to show, with their labels. */
  labels: Record<string, string>;
};

/** Where a password of the server is sent: shown to everybody who may open the page, changed by IT on a page of its own. */
export function HostValues({ section, labels }: HostValuesProps) {
  const stored = useCall(getSettingSection, { section }).data?.value as Record<string, unknown> | undefined;
  const mayChange = useCan('settings.hosts');
  return (
    <>
      <Box sx={{ gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', columnGap: 8, rowGap: 3 }}>
        {Object.entries(labels).map(([name, label]) => (
          <ReadOnlyValue key={name} label={label}>
            {String(stored?.[name] ?? '')}
          </ReadOnlyValue>
        ))}
      </Box>
      <Typography sx={{ gridColumn: '1 / -1', color: 'text.secondary' }}>
        {mayChange ? (
          <>
            Set on the page{' '}
            <Link underline="always" component={RouterLink} {...({ to: '/servers' } as object)}>
              Mail server and drive
            </Link>
            .
          </>
        ) : (
          'Only IT can change this, because a password is sent there. Ask IT if it is wrong.'
        )}
      </Typography>
    </>
  );
}
