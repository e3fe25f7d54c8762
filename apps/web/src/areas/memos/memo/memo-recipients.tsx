import { getMemoRecipients, type MemoRecipients as Recipients } from '@dmse/contract/memos/memo';
import { endSentence } from '@dmse/domain/text/history-sentence';
import Autocomplete from '@mui/material/Autocomplete';
import Chip from '@mui/material/Chip';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCall } from '../../../api/use-call.ts';
import { Icon } from '../../../parts/icon/icon.tsx';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { findPeople } from '../../../parts/rich-text/find-people.ts';

type Person = Recipients['others'][number];

export type MemoRecipientsProps = {
  recipients: ReturnType<typeof useMemoRecipients>;
  error?: string | undefined;
};

/** Who will get a new memo by mail, and those whom its author adds; whoever was named in the line it began with is added already. */
export function useMemoRecipients(owner: { job: number } | { quote: number }, isNew: boolean, names: readonly string[] = []) {
  const asked = useCall(getMemoRecipients, owner, { enabled: isNew, retry: false });
  const [added, setAdded] = useState<readonly Person[]>([]);
  const [unread, setUnread] = useState(names);
  const { told = [], others = [], why_nobody = null } = asked.data ?? {};
  if (asked.data && unread.length > 0) {
    setUnread([]);
    // A name that fits several people is left to the author.
    const meant = unread.map((name) => findPeople(others, name)).flatMap((found) => (found.length === 1 ? found : []));
    setAdded([...new Set(meant)].map(({ id, full_name }) => ({ id, full_name })));
  }
  return {
    asked,
    told,
    others,
    added,
    setAdded,
    add: (person: Person) =>
      setAdded((list) =>
        [...list, ...told].some(({ id }) => id === person.id) ? list : [...list, { id: person.id, full_name: person.full_name }],
      ),
    /** Why nobody would be mailed; null when somebody is, or nobody knows yet. */
    whyNobody: added.length > 0 ? null : why_nobody,
  };
}

/** Names who gets the memo before it is sent, and takes in others: only people who may open the job or quote. */
export function MemoRecipients({ recipients, error }: MemoRecipientsProps) {
  const { asked, told, others, added, setAdded } = recipients;
  if (asked.isError)
    return <ErrorState title="Who will be mailed could not be loaded." error={asked.error} onRetry={() => void asked.refetch()} />;
  return (
    <Stack sx={{ gap: 3 }}>
      <div>
        <Typography variant="caption" component="h3" sx={{ color: 'text.secondary', mb: 1 }}>
          Will be mailed to
        </Typography>
        {asked.isPending ? (
          <Skeleton width={220} role="progressbar" aria-label="Loading who will be mailed" />
        ) : told.length > 0 ? (
          <Stack direction="row" component="ul" sx={{ gap: 1, m: 0, p: 0, listStyle: 'none', flexWrap: 'wrap' }}>
            {told.map(({ id, full_name, role }) => (
              <li key={id}>
                <Chip size="small" label={`${full_name}, ${role.toLowerCase()}`} />
              </li>
            ))}
          </Stack>
        ) : (
          <Typography>{endSentence(`${added.length > 0 ? 'Only those you add' : 'Nobody'}: ${asked.data.why_nobody}`)}</Typography>
        )}
      </div>
      <Autocomplete<Person, true>
        multiple
        autoHighlight
        options={[...others]}
        value={[...added]}
        onChange={(_, next) => setAdded(next)}
        getOptionLabel={({ full_name }) => full_name}
        getOptionKey={({ id }) => id}
        isOptionEqualToValue={(one, other) => one.id === other.id}
        filterOptions={(all, { inputValue }) => findPeople(all, inputValue)}
        filterSelectedOptions
        loading={asked.isPending}
        noOptionsText="Nobody of that name may open it."
        popupIcon={<Icon name="arrow_drop_down" size={24} />}
        clearIcon={<Icon name="close" size={18} />}
        size="small"
        renderInput={(params) => (
          <TextField
            {...params}
            label="Also mail"
            error={Boolean(error)}
            helperText={error ?? 'Type a name here, or @ and a name in the text.'}
          />
        )}
      />
    </Stack>
  );
}
