import { CONTRACT_VERSION } from '@dmse/contract/endpoint';
import { CoreSettings, getCoreSettings } from '@dmse/contract/settings/core';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { callKey } from '../api/use-call.ts';
import { readStored, writeStored } from './stored.ts';

const KEY = 'settings';

/** Until the server has answered once: enough for a heading and for dates. */
const UNKNOWN: CoreSettings = {
  mode: 'firm',
  contract: CONTRACT_VERSION,
  firm_name: 'DMSE',
  logo_horizontal: null,
  address: '',
  phone: '',
  email: '',
  website: '',
  hst_number: '',
  time_zone: 'America/Moncton',
  locale: 'en-CA',
  currency: 'CAD',
  home_province: 'NB',
  week_starts_on: 'Monday',
  max_upload_bytes: 200 * 1024 * 1024,
};

async function fetchSettings(signal?: AbortSignal): Promise<CoreSettings> {
  const settings = await call(getCoreSettings, {}, undefined, { stayOn401: true, ...(signal ? { signal } : {}) });
  writeStored(KEY, settings);
  return settings;
}

/** Loads the firm's settings at start-up. A failure is only logged: what was kept, or the defaults, must do. */
export async function loadSettings(client: QueryClient): Promise<void> {
  try {
    client.setQueryData(callKey(getCoreSettings), await fetchSettings());
  } catch (error) {
    console.warn('The settings could not be loaded.', error);
  }
}

/** The firm's name, branding and region. */
export function useSettings(): CoreSettings {
  const { data } = useQuery({
    queryKey: callKey(getCoreSettings),
    queryFn: ({ signal }) => fetchSettings(signal),
    staleTime: 10 * 60_000,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
    initialData: () => readStored(KEY, CoreSettings) ?? undefined,
    initialDataUpdatedAt: 0,
  });
  return data ?? UNKNOWN;
}
