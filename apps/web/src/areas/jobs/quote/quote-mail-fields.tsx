import { getClient } from '@dmse/contract/clients/client';
import { listContacts } from '@dmse/contract/clients/contact';
import { LocalDate } from '@dmse/contract/common/fields';
import type { Quote, QuoteMailing } from '@dmse/contract/jobs/quote';
import { QUOTE_WORDS, sayQuoteDay } from '@dmse/domain/jobs/quote-words';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormLabel from '@mui/material/FormLabel';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { z } from 'zod';
import { useCall } from '../../../api/use-call.ts';
import { useSelf } from '../../../session/self.ts';

type Address = { address: string; name: string; isContact: boolean };

/** Where the client can be written to: its contacts' addresses and its own. */
function useAddresses({ client, client_contact }: Quote): readonly Address[] | undefined {
  const id = client?.id ?? 0;
  const own = useCall(getClient, { id }, { enabled: client !== null });
  const contacts = useCall(listContacts, { client: id, page_size: 200 }, { enabled: client !== null });
  if (client === null) return [];
  if (!own.data || !contacts.data) return undefined;
  const people = contacts.data.results.flatMap(({ id: contact, name, emails }) =>
    emails.map((address) => ({ address, name, isContact: contact === client_contact?.id })),
  );
  const list = own.data.email ? [...people, { address: own.data.email, name: own.data.name, isContact: false }] : people;
  const unique = list.filter(({ address }, at) => list.findIndex((one) => one.address.toLowerCase() === address.toLowerCase()) === at);
  return unique.toSorted((a, b) => Number(b.isContact) - Number(a.isContact));
}

/** What is typed, or what would be said unless something else is; null while nobody is chosen. */
export function useQuoteMail(quote: Quote, valid_until: string | null) {
  const { full_name } = useSelf();
  const addresses = useAddresses(quote);
  const language = useCall(getClient, { id: quote.client?.id ?? 0 }, { enabled: quote.client !== null }).data?.language ?? 'en';
  const [picked, setPicked] = useState<readonly string[] | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const first = addresses?.find(({ isContact }) => isContact) ?? addresses?.find(({ address }) => address !== '');
  const to = picked ?? (first ? [first.address] : []);
  const greeted = addresses?.find(({ address }) => address === to[0])?.name;
  const until = LocalDate.safeParse(valid_until).success && valid_until ? sayQuoteDay(language, valid_until) : '';
  const { num, desc } = quote;
  const text = typed ?? QUOTE_WORDS[language].mail({ greeted: greeted ?? '', num, desc, valid_until: until, sender: full_name });
  const mailing: z.infer<typeof QuoteMailing> | null = to.length > 0 && text.trim() !== '' ? { to: [...to], text } : null;
  return { addresses, to, setPicked, text, setTyped, mailing };
}

/** Who gets the PDF, and with which words. */
export function QuoteMailFields({ addresses, to, setPicked, text, setTyped }: ReturnType<typeof useQuoteMail>) {
  if (addresses === undefined) return <Typography sx={{ color: 'text.secondary' }}>Looking for addresses…</Typography>;
  if (addresses.length === 0)
    return (
      <Typography sx={{ color: 'text.secondary' }}>
        Nobody can be mailed: neither the client nor one of its contacts has an e-mail address.
      </Typography>
    );
  return (
    <>
      <FormGroup role="group" aria-label="Recipients" sx={{ rowGap: 1 }}>
        <FormLabel sx={{ fontSize: '0.75rem' }}>Recipients</FormLabel>
        {addresses.map(({ address, name }) => (
          <FormControlLabel
            key={address}
            label={`${name} (${address})`}
            sx={{ overflowWrap: 'anywhere' }}
            control={
              <Checkbox
                size="small"
                checked={to.includes(address)}
                onChange={(_, isOn) => setPicked(isOn ? [...to, address] : to.filter((one) => one !== address))}
              />
            }
          />
        ))}
      </FormGroup>
      <TextField label="Text" multiline minRows={6} maxRows={14} value={text} onChange={(event) => setTyped(event.target.value)} />
    </>
  );
}
