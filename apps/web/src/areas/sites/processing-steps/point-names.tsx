import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMemo } from 'react';
import { POINTS_VIEW } from '../processing/points-view.tsx';
import { useProcessing } from '../processing/use-processing.ts';

const SHOWN = 12;

export type PointNamesProps = { names: readonly string[]; count?: number };

/** Points by name; each can be selected, which marks it on the map and in the table. */
export function PointNames({ names, count = names.length }: PointNamesProps) {
  const { points, select } = useProcessing();
  const ids = useMemo(() => new Map(points?.names.map((name, at) => [name, points.ids[at]!])), [points]);
  const shown = names.slice(0, SHOWN);
  function show(id: string | null): void {
    select(id);
    document.getElementById(POINTS_VIEW)?.scrollIntoView({ block: 'nearest' });
  }
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', ml: -1.5 }}>
      {shown.map((name) => {
        const id = ids.get(name);
        return (
          <Button key={name} size="small" disabled={!id} onClick={() => show(id ?? null)} sx={{ minWidth: 0, px: 1.5, py: 0 }}>
            {name}
          </Button>
        );
      })}
      {count > shown.length ? (
        <Box component="span" sx={{ color: 'text.secondary', px: 1 }}>
          and {count - shown.length} more
        </Box>
      ) : null}
    </Box>
  );
}
