import { BASE_MAP_KIND_TEXT, type BaseMap, checkBaseMap, listBaseMaps, removeBaseMap, updateBaseMap } from '@dmse/contract/places/base-map';
import { endSentence } from '@dmse/domain/text/history-sentence';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import MuiLink from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { showProblem } from '../../api/problem-toast.ts';
import { callKey, useCall } from '../../api/use-call.ts';
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx';
import { sayBytes } from '../../parts/file/file-rules.ts';
import { Icon } from '../../parts/icon/icon.tsx';
import { EmptyState } from '../../parts/notice/empty-state.tsx';
import { ErrorState } from '../../parts/notice/error-state.tsx';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { type DataColumn, DataTable } from '../../parts/table/data-table.tsx';
import { showToast } from '../../parts/toast/toast-store.ts';
import type { StaffScreenProps } from '../pages.ts';
import { BaseMapForm } from './base-map-form.tsx';

/** What lies under everything else on a map: a list to choose from, and the form of each. */
export function BaseMapsPage({ rest }: StaffScreenProps) {
  return rest === '' ? <BaseMapList /> : <BaseMapForm key={rest} rest={rest} />;
}

const STATES = {
  ready: 'Ready',
  empty: 'No file yet',
  uploading: 'Not whole yet',
  reading: 'Being read',
  failed: 'Cannot be shown',
} as const;

function StateCell({ base }: { base: BaseMap }) {
  const colour = base.problem !== '' ? 'error' : base.state === 'ready' ? 'success' : 'default';
  const state = base.state === 'uploading' && base.received === 0 ? 'empty' : base.state;
  const label = base.problem !== '' && state === 'ready' ? 'Does not work' : STATES[state];
  return (
    <Box sx={{ py: 1 }}>
      <Chip size="small" color={colour} label={label} />
      {base.problem ? (
        <Typography variant="body2" sx={{ color: 'error.main', mt: 1, whiteSpace: 'normal' }}>
          {base.problem}
        </Typography>
      ) : null}
    </Box>
  );
}

function sayTiles({ kind, url, tiles, file_name, file_bytes, received }: BaseMap): string {
  if (kind !== 'file' && !tiles) return url;
  // Nothing of a file that was refused is kept.
  if (!tiles) return received > 0 ? `${file_name}, ${sayBytes(received)} of ${sayBytes(file_bytes)}` : '–';
  const what = tiles.format === 'mvt' ? 'Vector tiles' : `Pictures (${tiles.format})`;
  return `${what}, zoom ${tiles.min_zoom} to ${tiles.max_zoom}${kind === 'file' ? `, ${sayBytes(file_bytes)}` : ''}`;
}

function BaseMapList() {
  const client = useQueryClient();
  const loaded = useCall(
    listBaseMaps,
    {},
    { refetchInterval: ({ state }) => (state.data?.results.some((one) => one.state === 'reading') ? 2000 : false) },
  );
  const [leaving, setLeaving] = useState<BaseMap | null>(null);
  const [checking, setChecking] = useState<number | null>(null);
  const rows = loaded.data?.results;
  const refresh = () => client.invalidateQueries({ queryKey: callKey(listBaseMaps).slice(0, 1) });

  async function check(base: BaseMap): Promise<void> {
    setChecking(base.id);
    try {
      const { problem } = await call(checkBaseMap, { id: base.id });
      showToast(
        problem
          ? { text: `${base.name}: ${problem}`, icon: 'error', colour: 'error' }
          : { text: endSentence(`${base.name} answers`), icon: 'check', colour: 'success' },
      );
      await refresh();
    } catch (error) {
      showProblem(error);
    } finally {
      setChecking(null);
    }
  }
  /** Changes places with its neighbour; the others get the place they are seen at. */
  async function move(at: number, by: -1 | 1): Promise<void> {
    const order = [...(rows ?? [])];
    const [moved] = order.splice(at, 1);
    order.splice(at + by, 0, moved!);
    try {
      for (const [position, { id, position: before }] of order.entries())
        if (position !== before) await call(updateBaseMap, { id }, { position });
    } catch (error) {
      showProblem(error);
    }
    await refresh();
  }
  async function remove(base: BaseMap): Promise<void> {
    await call(removeBaseMap, { id: base.id });
    showToast({ text: endSentence(`Deleted ${base.name}`) });
    await refresh();
  }

  const columns: DataColumn<BaseMap>[] = [
    {
      id: 'name',
      title: 'Name',
      width: 220,
      cell: (base) => (
        <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
          <MuiLink component={Link} to={`/base-maps/${base.id}`}>
            {base.name}
          </MuiLink>
          {base.is_default ? <Chip size="small" color="primary" variant="outlined" label="Shown first" /> : null}
        </Stack>
      ),
    },
    { id: 'kind', title: 'Kind', width: 150, cell: (base) => BASE_MAP_KIND_TEXT[base.kind] },
    {
      id: 'source',
      title: 'Source',
      cell: (base) => (
        <Typography variant="body2" noWrap title={sayTiles(base)}>
          {sayTiles(base)}
        </Typography>
      ),
    },
    { id: 'state', title: 'State', width: 230, cell: (base) => <StateCell base={base} /> },
    {
      id: 'actions',
      title: '',
      width: 210,
      cell: (base) => {
        const at = rows?.indexOf(base) ?? 0;
        return (
          <Stack direction="row" sx={{ justifyContent: 'flex-end' }}>
            <Button
              size="small"
              loading={checking === base.id}
              disabled={base.state !== 'ready'}
              aria-label={`Test ${base.name}`}
              onClick={() => void check(base)}
            >
              Test
            </Button>
            <Tooltip title="Move up">
              <span>
                <IconButton size="small" aria-label={`Move ${base.name} up`} disabled={at === 0} onClick={() => void move(at, -1)}>
                  <Icon name="arrow_upward" size={18} />
                </IconButton>
              </span>
            </Tooltip>
            <Tooltip title="Move down">
              <span>
                <IconButton
                  size="small"
                  aria-label={`Move ${base.name} down`}
                  disabled={at === (rows?.length ?? 0) - 1}
                  onClick={() => void move(at, 1)}
                >
                  <Icon name="arrow_downward" size={18} />
                </IconButton>
              </span>
            </Tooltip>
            <Tooltip title="Delete">
              <IconButton size="small" color="error" aria-label={`Delete ${base.name}`} onClick={() => setLeaving(base)}>
                <Icon name="delete" size={18} />
              </IconButton>
            </Tooltip>
          </Stack>
        );
      },
    },
  ];
  return (
    <>
      <PageHeader
        title="Base maps"
        subtitle="What lies under everything else on a map. The plain map that comes with the app can always be chosen and needs no network."
        actions={
          <Button component={Link} to="/base-maps/new" variant="contained" startIcon={<Icon name="add" size={18} />}>
            New base map
          </Button>
        }
      />
      {loaded.isError && !rows ? (
        <ErrorState title="The base maps could not be loaded." error={loaded.error} onRetry={() => void loaded.refetch()} />
      ) : (
        <DataTable
          label="Base maps"
          columns={columns}
          rows={rows}
          rowId={(base) => base.id}
          empty={<EmptyState icon="map" title="No base map yet." text="Maps show the plain one that comes with the app." />}
        />
      )}
      <ConfirmDialog
        open={leaving !== null}
        title={`Delete ${leaving?.name ?? 'the base map'}?`}
        verb="Delete base map"
        isDestructive
        onConfirm={() => leaving && remove(leaving)}
        onClose={() => setLeaving(null)}
      >
        {leaving?.kind === 'file' ? 'Its file goes too. ' : ''}Whoever has chosen it sees the plain map instead.
      </ConfirmDialog>
    </>
  );
}
