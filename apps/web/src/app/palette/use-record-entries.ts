import { searchEverything } from '@dmse/contract/search/search';
import { useEffect, useMemo, useState } from 'react';
import { useCall } from '../../api/use-call.ts';
import { useConnected } from '../../session/connection.ts';
import { useCan } from '../../session/self.ts';
import { hitEntries, matchEntries, type PaletteEntry } from './palette-entries.ts';

/** A pause in the typing after which the server is asked. */
const PAUSE = 120;
const MIN_LETTERS = 2;
const MOST_OF_DEVICE = 12;
const NONE: readonly PaletteEntry[] = [];

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** What this device holds of field runs, read when the server is out of reach. */
function useDeviceEntries(isAsked: boolean): readonly PaletteEntry[] {
  const [held, setHeld] = useState(NONE);
  useEffect(() => {
    if (!isAsked) return;
    let isGone = false;
    const read = async () => {
      const { listHeld } = await import('../../field/device/held-records.ts');
      const records = await listHeld();
      if (!isGone) setHeld(records.map((one) => ({ ...one, key: `device:${one.link.to}`, group: 'On this device' })));
    };
    // A browser without a store holds nothing.
    read().catch(() => {});
    return () => {
      isGone = true;
    };
  }, [isAsked]);
  return isAsked ? held : NONE;
}

/** The records that hold the words: those the server finds and, out of its reach, those this device holds. */
export function useRecordEntries(query: string): { entries: PaletteEntry[]; isSearching: boolean } {
  const typed = query.trim();
  const words = useSettled(typed);
  const maySites = useCan('sites.read');
  const isConnected = useConnected();
  const isAsked = isConnected && words.length >= MIN_LETTERS && typed.length >= MIN_LETTERS;
  const found = useCall(searchEverything, { query: words }, { enabled: isAsked, keepOld: true, retry: false });
  const device = useDeviceEntries(!isConnected && maySites);
  const hits = useMemo(() => (isAsked ? hitEntries(found.data?.results ?? []) : []), [isAsked, found.data]);
  // What was found for earlier words stays as far as the words typed since are in it: Enter must not lead to anything else.
  const isOld = words !== typed || found.isPlaceholderData;
  const held = typed ? matchEntries(device, typed).slice(0, MOST_OF_DEVICE) : device.slice(0, MOST_OF_DEVICE);
  return { entries: [...(isOld ? matchEntries(hits, typed) : hits), ...held], isSearching: isAsked && found.isFetching };
}
