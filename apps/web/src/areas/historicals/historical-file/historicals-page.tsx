import { lazyPanel } from '../../../parts/lazy-part.tsx';
import { useWords } from '../../../parts/search/address.ts';
import { useCan } from '../../../session/self.ts';
import { HistoricalSearch } from './historical-search.tsx';

const EntryPage = lazyPanel(() => import('../entry/entry-page.tsx').then((file) => file.EntryPage));

/** The firm's old files: the search, and for the archive day the entry of many scans (`?mode=entry`). */
export function Historicals() {
  const search = useWords();
  const mayWrite = useCan('historicals.write');
  if (search.mode === 'entry' && mayWrite) return <EntryPage />;
  return <HistoricalSearch />;
}
