import { getOpenItems, listPayingClients } from '@dmse/contract/payments/payment';
import Box from '@mui/material/Box';
import { useMemo } from 'react';
import { useCall } from '../../api/use-call.ts';
import { Picker } from '../../parts/picker/picker.tsx';
import { useWord } from '../../parts/search/address.ts';
import type { SearchFilter } from '../../parts/search/search-filter.ts';
import { payingChoice } from './paying-client.ts';

type ClientFilterProps = { value: string; name: string; onChange: (id: string) => void };

function ClientFilter({ value, name, onChange }: ClientFilterProps) {
  return (
    <Box sx={{ flex: '0 1 220px', minWidth: 160 }}>
      <Picker
        label="Client"
        endpoint={listPayingClients}
        toChoice={payingChoice}
        recentKey="paying-client"
        value={value ? { id: Number(value), label: name } : null}
        onChange={(choice) => onChange(choice ? String(choice.id) : '')}
      />
    </Box>
  );
}

/** A filter by client. The address holds the id; its name is asked for. */
export function useClientFilter(): readonly SearchFilter[] {
  const client = useWord('client');
  const isNamed = /^[1-9]\d*$/.test(String(client ?? ''));
  const name =
    useCall(getOpenItems, { client: Number(client) }, { enabled: isNamed, retry: false }).data?.client?.name ??
    `Number ${String(client ?? '')}`;
  return useMemo(() => {
    const filter: SearchFilter = {
      kind: 'own',
      name: 'client',
      label: 'Client',
      render: (value, onChange) => <ClientFilter value={value} name={name} onChange={onChange} />,
      describe: () => name,
    };
    return [filter];
  }, [name]);
}
