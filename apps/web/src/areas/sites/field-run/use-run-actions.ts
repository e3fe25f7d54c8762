import type { FieldRunRow } from '@dmse/contract/sites/field-run';
import { useNavigate } from '@tanstack/react-router';
import { useNarrow } from '../../../parts/page/use-narrow.ts';
import type { RowAction } from '../../../parts/search/search-column.ts';
import { useCan } from '../../../session/self.ts';
import { fieldPath, useStartRun } from './use-start-run.ts';

/**
 * What can be done to a run in the list. At a desk: Process, for who processes, as long as the run is not finished, and Open. On a
 * phone: take a waiting run or go on with an active one, for who edits.
 */
export function useRunActions(): (run: FieldRunRow) => RowAction[] {
  const isNarrow = useNarrow();
  const navigate = useNavigate();
  const start = useStartRun();
  const mayProcess = useCan('sites.process');
  const mayStart = useCan('sites.start');

  function onPhone({ id, state }: FieldRunRow): RowAction[] {
    if (!mayStart) return [];
    if (state === 'Waiting') return [{ label: 'Start Run', icon: 'play_arrow', isOnCard: true, run: () => void start(id) }];
    if (state === 'Active') return [{ label: 'Resume Run', icon: 'play_arrow', isOnCard: true, to: fieldPath(id) }];
    return [];
  }

  function process(run: FieldRunRow): RowAction[] {
    if (!mayProcess || run.state === 'Finished') return [];
    const open =
      run.state === 'Processing'
        ? { to: `/processing/${run.id}` }
        : { run: () => void navigate({ to: '/processing/start', search: { fieldrun: run.id } }) };
    return [{ label: 'Process', icon: 'settings', isPrimary: true, ...open }];
  }

  return (run) =>
    isNarrow ? onPhone(run) : [...process(run), { label: 'Open', icon: 'arrow_forward', isPrimary: true, to: `/fieldrun/${run.id}` }];
}
