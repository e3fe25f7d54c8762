import { type MapHit, searchMap } from '@dmse/contract/places/map';
import Autocomplete from '@mui/material/Autocomplete';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useCall } from '../../../api/use-call.ts';
import { Icon } from '../../../parts/icon/icon.tsx';
import { errorText } from '../../../parts/notice/error-state.tsx';
import { SEARCH_DEBOUNCE } from '../../../parts/search/use-search-state.ts';
import { EntryLine } from '../map-cards/entry-line.tsx';

const KINDS: Readonly<Record<MapHit['kind'], string>> = {
  coordinate: 'Coordinates',
  record: 'Records',
  address: 'Addresses',
  parcel: 'Parcels',
};

export type MapSearchProps = { onFound: (hit: MapHit) => void };

/** Finds a place by number, name, address, parcel or coordinates. Enter takes the first. */
export function MapSearch({ onFound }: MapSearchProps) {
  const [text, setText] = useState('');
  const [asked, setAsked] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [taken, setTaken] = useState<string | null>(null);
  useEffect(() => {
    // The name of what was taken stands in the box, and is no search.
    if (text === taken) return setAsked('');
    const timer = setTimeout(() => setAsked(text.trim()), SEARCH_DEBOUNCE);
    return () => clearTimeout(timer);
  }, [text, taken]);
  const found = useCall(searchMap, { query: asked }, { enabled: asked !== '', retry: false });
  // What answers other words than those in the box is not offered: Enter takes the first.
  const hits = asked === '' || asked !== text.trim() ? [] : (found.data?.results ?? []);
  const [isAwaited, setAwaited] = useState(false);
  function take(hit: MapHit): void {
    setAwaited(false);
    setOpen(false);
    setText(hit.label);
    setTaken(hit.label);
    onFound(hit);
  }
  // Whoever is quicker than the answer gets its first line as well.
  const first = hits[0];
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer is what it waits for
  useEffect(() => {
    if (isAwaited && first) take(first);
  }, [isAwaited, first]);
  const none = found.error ? errorText(found.error) : found.isFetching ? 'Searching…' : 'Nothing of that name or place is known.';
  return (
    <Autocomplete<MapHit, false, false, true>
      freeSolo
      forcePopupIcon={false}
      autoHighlight
      open={isOpen && text.trim() !== ''}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      options={hits}
      value={null}
      inputValue={text}
      onInputChange={(_, next, reason) => {
        if (reason !== 'input' && reason !== 'clear') return;
        setText(next);
        setTaken(null);
        setAwaited(false);
      }}
      onChange={(_, hit) => {
        if (typeof hit === 'string') {
          setAsked(hit.trim());
          setAwaited(true);
        } else if (hit) take(hit);
      }}
      filterOptions={(all) => all}
      groupBy={({ kind }) => KINDS[kind]}
      getOptionLabel={(hit) => (typeof hit === 'string' ? hit : hit.label)}
      getOptionKey={(hit) => (typeof hit === 'string' ? hit : `${hit.kind} ${hit.layer} ${hit.id} ${hit.label} ${hit.lon} ${hit.lat}`)}
      renderOption={({ key, ...props }, hit) => (
        <li key={key} {...props}>
          {hit.layer ? (
            <EntryLine layer={hit.layer} label={hit.label} detail={hit.detail} state={hit.state} variants={hit.variants} />
          ) : (
            <span style={{ minWidth: 0 }}>
              {hit.label}
              <Typography variant="caption" component="span" sx={{ display: 'block', color: 'text.secondary' }}>
                {hit.detail}
              </Typography>
            </span>
          )}
        </li>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          label="Find on the map"
          placeholder="Number, name, address, parcel or coordinates"
          helperText={asked !== '' && asked === text.trim() && hits.length === 0 ? none : undefined}
          slotProps={{
            ...params.slotProps,
            inputLabel: { ...params.slotProps.inputLabel, shrink: true },
            input: {
              ...params.slotProps.input,
              startAdornment: (
                <InputAdornment position="start">
                  <Icon name="search" />
                </InputAdornment>
              ),
            },
            // Beside the map, not pushing it down.
            formHelperText: {
              role: 'status',
              sx: {
                ...{ position: 'absolute', top: '100%', left: 0, right: 0, zIndex: 1, m: 0, mt: 1, px: 3, py: 2 },
                ...{ bgcolor: 'background.paper', border: 1, borderColor: 'divider', borderRadius: '8px', boxShadow: 4 },
              },
            },
          }}
        />
      )}
      sx={{ flex: '1 1 260px', maxWidth: 520 }}
    />
  );
}
