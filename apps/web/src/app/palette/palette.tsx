import Box from '@mui/material/Box';
import MuiDialog from '@mui/material/Dialog';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useCallback, useEffect, useId, useState } from 'react';
import { Icon } from '../../parts/icon/icon.tsx';
import { useNarrow } from '../../parts/page/use-narrow.ts';
import { useStore } from '../../session/store.ts';
import { paletteQuery, showPalette } from '../shell-state.ts';
import type { PaletteEntry } from './palette-entries.ts';
import { PaletteList } from './palette-list.tsx';
import { PALETTE_LABEL } from './palette-loading.tsx';
import { usePaletteEntries } from './use-palette-entries.ts';

const close = () => showPalette(false);

/** Finds a place, a record or an action by typing. The list is steered from the input, as a combobox. */
export function Palette() {
  const router = useRouter();
  const isNarrow = useNarrow();
  const listId = useId();
  const query = useStore(paletteQuery);
  const [at, setAt] = useState(0);
  const { entries, isSearching, isOffline } = usePaletteEntries(query);
  const chosen = Math.min(at, entries.length - 1);
  const choose = useCallback(
    (entry: PaletteEntry | undefined): void => {
      if (!entry) return;
      close();
      if ('run' in entry) entry.run();
      else void router.navigate(entry.link as Parameters<typeof router.navigate>[0]);
    },
    [router],
  );

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && entries.length > 0) setAt((chosen + step + entries.length) % entries.length);
    else if (event.key === 'Enter') choose(entries[chosen]);
    else return;
    event.preventDefault();
  }

  useEffect(() => {
    document.getElementById(`${listId}-${chosen}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, chosen]);

  return (
    <MuiDialog
      open
      onClose={close}
      fullWidth
      maxWidth="sm"
      fullScreen={isNarrow}
      slotProps={{
        paper: { 'aria-label': 'Find anything', sx: isNarrow ? {} : { position: 'absolute', top: '12vh', m: 0, maxHeight: '70vh' } },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, px: 4, minHeight: 52, borderBottom: 1, borderColor: 'divider' }}>
        <Icon name="search" />
        <Box
          component="input"
          autoFocus
          type="text"
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={entries.length > 0 ? `${listId}-${chosen}` : undefined}
          aria-label={PALETTE_LABEL}
          placeholder={PALETTE_LABEL}
          value={query}
          onChange={(event) => {
            paletteQuery.set(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
          sx={{
            flex: 1,
            minWidth: 0,
            font: 'inherit',
            fontSize: '1rem',
            color: 'inherit',
            bgcolor: 'transparent',
            border: 0,
            outline: 'none !important',
            py: 2,
          }}
        />
        <Box
          component="button"
          type="button"
          onClick={close}
          sx={{
            font: 'inherit',
            fontSize: '0.75rem',
            color: 'text.secondary',
            bgcolor: 'tint.muted',
            border: 0,
            borderRadius: 1,
            px: 2,
            py: 1,
            cursor: 'pointer',
          }}
        >
          {isNarrow ? 'Close' : 'Esc'}
        </Box>
      </Box>
      <Box sx={{ height: 2 }}>{isSearching ? <LinearProgress aria-label="Searching" sx={{ height: 2 }} /> : null}</Box>
      {isOffline ? (
        <Typography role="status" variant="caption" sx={{ px: 5, py: 2, color: 'text.secondary', bgcolor: 'tint.muted' }}>
          Offline: only the field runs and points on this device are searched, and the pages that work offline.
        </Typography>
      ) : null}
      {entries.length > 0 ? (
        <PaletteList id={listId} entries={entries} chosen={chosen} onPoint={setAt} onChoose={choose} />
      ) : (
        <Typography role="status" sx={{ p: 6, color: 'text.secondary' }}>
          {isSearching ? 'Searching…' : `Nothing is called “${query.trim()}”.`}
        </Typography>
      )}
    </MuiDialog>
  );
}
