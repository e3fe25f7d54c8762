import { readKeptSelf } from '../../session/self.ts';

type Network = { readonly type?: string };

/**
 * Must automatic sending wait? Null: no. `WIFI`: the person wants Wi-Fi and this is none. `ASK_WIFI`: they want it and the browser does
 * not say what this is, so they are asked instead.
 */
export function askWifi(network: Network | undefined = (navigator as { connection?: Network }).connection): 'WIFI' | 'ASK_WIFI' | null {
  if (!readKeptSelf()?.self.preferences.upload_on_wifi_only) return null;
  const type = network?.type;
  if (type === 'wifi' || type === 'ethernet') return null;
  return type === undefined || type === 'unknown' || type === 'other' ? 'ASK_WIFI' : 'WIFI';
}
