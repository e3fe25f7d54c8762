import { getControlHealth } from '@dmse/contract/sites/control-point';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { Link as RouteLink } from '@tanstack/react-router';
import { useCall } from '../../../api/use-call.ts';
import { sayRunName } from '../field-run/run-state.ts';
import { sayMillimetres } from './grid-figure.ts';

type Offset = { d_easting: number; d_northing: number; d_elevation: number | null };

function sayOffset({ d_easting, d_northing, d_elevation }: Offset): string {
  const height = d_elevation === null ? '' : `, ${sayMillimetres(d_elevation)} mm in height`;
  return `${sayMillimetres(d_easting)} mm east, ${sayMillimetres(d_northing)} mm north${height}`;
}

/** What a person should know of a control point before using it: that it seems to have moved, and which runs stand on older coordinates. */
export function ControlHealthNotice({ point }: { point: number }) {
  const { data } = useCall(getControlHealth, { id: point });
  if (!data) return null;
  const { drift, runs } = data;
  return (
    <Stack sx={{ gap: 4, '&:empty': { display: 'none' } }}>
      {drift?.is_beyond ? (
        <Alert severity="warning">
          <AlertTitle>The last three checks do not agree with the published coordinates.</AlertTitle>
          On average they lie {sayOffset(drift)} from it. The mark may have been disturbed, or its coordinates may be wrong.
        </Alert>
      ) : null}
      {runs.length > 0 ? (
        <Alert severity="info">
          <AlertTitle>The coordinates have changed since these runs were finished. Look at them again.</AlertTitle>
          <ul style={{ margin: 0, paddingInlineStart: '1.2em' }}>
            {runs.map((run) => (
              <li key={run.id}>
                <Link component={RouteLink} {...({ to: `/fieldrun/${run.id}` } as object)}>
                  {sayRunName(run.name)}
                </Link>
                {run.job_num ? ` (${run.job_num})` : ''}: moved {sayOffset(run)}
              </li>
            ))}
          </ul>
        </Alert>
      ) : null}
    </Stack>
  );
}
