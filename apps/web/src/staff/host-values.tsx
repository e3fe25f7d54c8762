import { labelOf } from '@dmse/contract/common/field';
import { getSettingSection, HostPatch } from '@dmse/contract/settings/core';
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
  /** The fields to show. */
  names: readonly Exclude<keyof typeof HostPatch.shape, 'secret'>[];
};

/** Where a password of the server is sent: shown to everybody who may open the page, changed by IT on a page of its own. */
export function HostValues({ section, names }: HostValuesProps) {
  const stored = useCall(getSettingSection, { section }).data?.value as Record<string, unknown> | undefined;
  const mayChange = useCan('settings.hosts');
  return (
    <>
      <Box sx={{ gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', columnGap: 8, rowGap: 3 }}>
        {names.map((name) => (
          <ReadOnlyValue key={name} label={labelOf(HostPatch.shape[name])}>
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
