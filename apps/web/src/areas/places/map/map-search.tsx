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
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), SEARCH_DEBOUNCE);
    return () => clearTimeout(timer);
  }, [text]);
  const found = useCall(searchMap, { query: asked }, { enabled: asked !== '', keepOld: true, retry: false });
  const hits = asked === '' || text.trim() === '' ? [] : (found.data?.results ?? []);
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
        if (reason === 'input' || reason === 'clear') setText(next);
      }}
      onChange={(_, hit) => {
        if (hit === null || typeof hit === 'string') return;
        setOpen(false);
        setText(hit.label);
        onFound(hit);
      }}
      filterOptions={(all) => all}
      groupBy={({ kind }) => KINDS[kind]}
      getOptionLabel={(hit) => (typeof hit === 'string' ? hit : hit.label)}
      getOptionKey={(hit) => (typeof hit === 'string' ? hit : `${hit.kind} ${hit.layer} ${hit.id} ${hit.label} ${hit.lon} ${hit.lat}`)}
      renderOption={({ key, ...props }, hit) => (
        <li key={key} {...props}>
          <span style={{ minWidth: 0 }}>
            {hit.label}
            <Typography variant="caption" component="span" sx={{ display: 'block', color: 'text.secondary' }}>
              {hit.detail}
            </Typography>
          </span>
        </li>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          label="Find on the map"
          placeholder="Number, name, address, parcel or coordinates"
          helperText={asked !== '' && hits.length === 0 && text.trim() !== '' ? none : undefined}
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
            formHelperText: { role: 'status', sx: { position: 'absolute', top: '100%', bgcolor: 'background.default', zIndex: 1 } },
          }}
        />
      )}
      sx={{ flex: '1 1 260px', maxWidth: 520 }}
    />
  );
}
