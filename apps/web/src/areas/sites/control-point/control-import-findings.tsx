import type { ControlImportCheck } from '@dmse/contract/sites/control-import';
import { sayCount } from '@dmse/domain/text/counts';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { sayMillimetres } from './grid-figure.ts';

export type ControlImportFindingsProps = { check: ControlImportCheck; isSkippingErrors: boolean };

function Findings({ label, total, children }: { label: string; total: number; children: ReactNode[] }) {
  return (
    <>
      <Box component="ul" sx={{ m: 0, pl: 5, maxHeight: 220, overflow: 'auto' }} tabIndex={0} aria-label={label}>
        {children}
      </Box>
      {total > children.length ? <Typography variant="body2">… and {total - children.length} more.</Typography> : null}
    </>
  );
}

function many(count: number, one: string, more: string): string {
  return sayCount(count, one, more);
}

/** What was found in a list of control points: what stops it, what is wrong with rows, and what is known already. */
export function ControlImportFindings({ check, isSkippingErrors }: ControlImportFindingsProps) {
  const { stops, errors, error_count, known, known_count, near, near_count } = check;
  return (
    <>
      {stops.map((stop) => (
        <Alert key={stop} severity="error">
          {stop}
        </Alert>
      ))}
      {error_count > 0 ? (
        <Alert severity={isSkippingErrors ? 'warning' : 'error'}>
          <AlertTitle>{many(error_count, 'row cannot', 'rows cannot')} be imported</AlertTitle>
          <Findings label="Rows with errors" total={error_count}>
            {errors.map((one) => (
              <li key={`${one.line}-${one.message}`}>
                Line {one.line}: {one.message}
              </li>
            ))}
          </Findings>
        </Alert>
      ) : null}
      {known_count > 0 ? (
        <Alert severity="info">
          <AlertTitle>{many(known_count, 'name is', 'names are')} known already</AlertTitle>
          <Findings label="Known names" total={known_count}>
            {known.map((one) => (
              <li key={one.line}>
                Line {one.line}, {one.name}:{' '}
                {one.is_same
                  ? 'the same coordinates'
                  : `${sayMillimetres(one.distance).replace('+', '')} mm away${one.height_difference ? `, ${sayMillimetres(one.height_difference)} mm in height` : ''}`}
              </li>
            ))}
          </Findings>
        </Alert>
      ) : null}
      {near_count > 0 ? (
        <Alert severity="warning">
          <AlertTitle>{many(near_count, 'point stands', 'points stand')} where another one does</AlertTitle>
          <Findings label="Same place, other name" total={near_count}>
            {near.map((one) => (
              <li key={one.line}>
                Line {one.line}, {one.name}: {sayMillimetres(one.distance).replace('+', '')} mm from {one.near_name}
              </li>
            ))}
          </Findings>
        </Alert>
      ) : null}
    </>
  );
}
