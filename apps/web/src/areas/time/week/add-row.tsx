import { type FoundTarget, findTargets, type NamedTarget, setFavourite } from '@dmse/contract/time/entry';
import { norm, searchWords } from '@dmse/domain/text/norm';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import { useQueryClient } from '@tanstack/react-query';
import { type Ref, useEffect, useState } from 'react';
import { call } from '../../../api/call.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { useCall } from '../../../api/use-call.ts';
import { Icon } from '../../../parts/icon/icon.tsx';
import { errorText } from '../../../parts/notice/error-state.tsx';
import { SEARCH_DEBOUNCE } from '../../../parts/search/use-search-state.ts';
import { useConnected } from '../../../session/connection.ts';
import { useSelf } from '../../../session/self.ts';
import { listKeptTargets } from './kept-weeks.ts';
import { keyOfTarget, namedTargetOf, nameTarget, sayTarget, targetOf } from './target.ts';

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SEARCH_DEBOUNCE);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** Keeps work among the favourites, or takes it out. */
export function useFavourite(): (target: NamedTarget, is_favourite: boolean) => Promise<void> {
  const client = useQueryClient();
  return async (target, is_favourite) => {
    try {
      await call(setFavourite, {}, { ...targetOf(target), is_favourite });
      await client.invalidateQueries({ queryKey: [findTargets.path] });
    } catch (error) {
      showProblem(error);
    }
  };
}

const NO_NETWORK = 'Without a connection only work that is in a week on this device can be added.';

function groupOf({ is_favourite, last_used }: FoundTarget): string {
  if (is_favourite) return 'Favourites';
  return last_used ? 'Recent' : 'Found';
}

export type AddRowProps = {
  label?: string;
  onAdd: (target: NamedTarget) => void;
  inputRef?: Ref<HTMLInputElement>;
  /** Goes back to the table above; the arrow up does it while nothing is typed and the list is closed. */
  onBack?: () => void;
};

/** Adds work to the week by a job number or words; favourites and recent work come first. */
export function AddRow({ label = 'Add a row: job number or words', onAdd, inputRef, onBack }: AddRowProps) {
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const query = useSettled(text.trim());
  const setStar = useFavourite();
  const { id } = useSelf();
  const isConnected = useConnected();
  const found = useCall(findTargets, query ? { query } : {}, { keepOld: true, enabled: isOpen && isConnected });
  // What was found for earlier words stays as far as the words typed since are in it: Enter must not take anything else.
  const words = searchWords(text);
  const isOld = query !== text.trim() || found.isPlaceholderData;
  // What is kept is read only when it is needed: without a network, as the list opens.
  const kept = isOpen && !isConnected ? listKeptTargets(id).map((target) => ({ ...target, is_favourite: false, last_used: null })) : null;
  const options =
    kept?.filter((one) => words.every((word) => norm(nameTarget(one)).includes(word))) ??
    (found.data?.results ?? []).filter((one) => !isOld || words.every((word) => norm(nameTarget(one)).includes(word)));
  return (
    <Autocomplete<FoundTarget>
      open={isOpen}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      options={options}
      value={null}
      inputValue={text}
      onInputChange={(_, next, reason) => setText(reason === 'input' ? next : '')}
      onChange={(_, target) => target && onAdd(namedTargetOf(target))}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowUp' || isOpen || text !== '' || !onBack) return;
        event.preventDefault();
        event.defaultMuiPrevented = true;
        onBack();
      }}
      filterOptions={(all) => all}
      autoHighlight
      blurOnSelect
      groupBy={(one) => (isConnected ? groupOf(one) : 'On this device')}
      getOptionLabel={nameTarget}
      getOptionKey={keyOfTarget}
      loading={isConnected && (found.isFetching || query !== text.trim())}
      loadingText="Searching…"
      noOptionsText={
        !isConnected ? NO_NETWORK : found.error ? errorText(found.error) : 'Nothing found. Try fewer words, or the number of the job.'
      }
      renderOption={({ key, ...option }, target) => {
        const { title, detail } = sayTarget(target);
        return (
          <Box component="li" key={key} {...option} sx={{ display: 'flex', gap: 2 }}>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Box>{title}</Box>
              <Box sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>{detail}</Box>
            </Box>
            <IconButton
              size="small"
              tabIndex={-1}
              aria-label={target.is_favourite ? `Take ${title} out of the favourites` : `Keep ${title} as a favourite`}
              color={target.is_favourite ? 'primary' : 'default'}
              onMouseDown={(event) => event.preventDefault()}
              onClick={(event) => {
                event.stopPropagation();
                void setStar(target, !target.is_favourite);
              }}
            >
              <Icon name="star" size={18} />
            </IconButton>
          </Box>
        );
      }}
      popupIcon={<Icon name="arrow_drop_down" size={24} />}
      openText="Open the list"
      clearText="Clear"
      size="small"
      sx={{ maxWidth: 560 }}
      renderInput={(params) => <TextField {...params} label={label} {...(inputRef ? { inputRef } : {})} />}
    />
  );
}
