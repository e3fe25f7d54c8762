import type { MapEntry } from '@dmse/contract/places/map';
import Box from '@mui/material/Box';
import { type KeyboardEvent, useId, useState } from 'react';
import { EntryLine } from '../map-cards/entry-line.tsx';

export type MapListProps = {
  label: string;
  entries: readonly MapEntry[];
  /** The one whose card is open. */
  picked: { layer: string; id: string } | null;
  onOpen: (entry: MapEntry) => void;
  /** The one the arrow keys stand on: the map marks it. */
  onActive: (entry: MapEntry | null) => void;
};

const keyOf = ({ layer, id }: { layer: string; id: string }) => `${layer} ${id}`;
const PAGE = 10;

/** What is on the map, as a list: the arrow keys move in it, Enter opens the card. Where no map can be seen, it is the map. */
export function MapList({ label, entries, picked, onOpen, onActive }: MapListProps) {
  const own = useId();
  const [active, setActive] = useState<string | null>(null);
  const at = entries.findIndex((entry) => keyOf(entry) === (active ?? (picked && keyOf(picked))));

  function goTo(next: number): void {
    const place = Math.min(Math.max(next, 0), entries.length - 1);
    const entry = entries[place];
    if (!entry) return;
    setActive(keyOf(entry));
    onActive(entry);
    document.getElementById(`${own}-${place}`)?.scrollIntoView({ block: 'nearest' });
  }
  function press(event: KeyboardEvent): void {
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at < 0 ? 0 : at - 1,
      Home: 0,
      End: entries.length - 1,
      PageDown: at + PAGE,
      PageUp: at - PAGE,
    };
    const next = steps[event.key];
    if (next !== undefined) goTo(next);
    else if (event.key === 'Enter' && entries[at]) onOpen(entries[at]);
    else return;
    event.preventDefault();
  }

  return (
    <Box
      role="listbox"
      aria-label={label}
      tabIndex={0}
      data-map-list
      aria-activedescendant={at >= 0 ? `${own}-${at}` : undefined}
      onKeyDown={press}
      onFocus={() => at >= 0 && onActive(entries[at]!)}
      onBlur={() => onActive(null)}
      sx={{ outlineOffset: -2, '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main' } }}
    >
      {entries.map((entry, place) => (
        <Box
          key={keyOf(entry)}
          id={`${own}-${place}`}
          role="option"
          aria-selected={picked !== null && keyOf(entry) === keyOf(picked)}
          onClick={() => {
            setActive(keyOf(entry));
            onOpen(entry);
          }}
          onMouseEnter={() => onActive(entry)}
          onMouseLeave={() => onActive(null)}
          sx={{
            display: 'flex',
            px: 3,
            py: 1.5,
            minHeight: 44,
            cursor: 'pointer',
            borderBottom: 1,
            borderColor: 'divider',
            contentVisibility: 'auto',
            containIntrinsicHeight: '46px',
            bgcolor: place === at ? 'action.hover' : 'transparent',
            borderLeft: '3px solid',
            borderLeftColor: place === at ? 'primary.main' : 'transparent',
            '&:hover': { bgcolor: 'action.hover' },
          }}
        >
          <EntryLine layer={entry.layer} label={entry.label} detail={entry.detail} state={entry.state} variants={entry.variants} />
        </Box>
      ))}
    </Box>
  );
}
