import type { ProcessingConflict } from '@dmse/contract/sites/processing/result';
import { listProcessingConflicts } from '@dmse/contract/sites/processing/run';
import { sayCount } from '@dmse/domain/text/counts';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { useQuestion } from '../../../parts/dialog/use-question.tsx';
import { Icon } from '../../../parts/icon/icon.tsx';
import { useProcessing } from '../processing/use-processing.ts';
import { BULK_WAYS, type BulkWay, decideAll } from './conflict-decisions.ts';
import { CONFLICT_KINDS, titleOfKind } from './conflict-kinds.ts';

const PER_PAGE = 200;
/** As many decisions as one call takes. */
const MOST = 2000;

const WORDS: Record<BulkWay, { item: string; verb: string }> = {
  ignore: { item: 'Ignore all of this kind', verb: 'Ignore' },
  drop: { item: 'Leave all their shots out', verb: 'Leave out' },
  import: { item: 'Import all of them', verb: 'Import' },
};

export type BulkMenuProps = { kind: string; count: number };

/** One answer to all open conflicts of a kind. */
export function BulkMenu({ kind, count }: BulkMenuProps) {
  const { run, decide } = useProcessing();
  const { ask, dialog } = useQuestion();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isBusy, setBusy] = useState(false);
  const own: readonly string[] = CONFLICT_KINDS[kind as keyof typeof CONFLICT_KINDS] ?? [];
  const ways = BULK_WAYS.filter((way) => way === 'ignore' || own.includes(way));

  async function fetchAll(): Promise<ProcessingConflict[]> {
    const all: ProcessingConflict[] = [];
    for (let page = 1; all.length < MOST; page += 1) {
      const answer = await call(listProcessingConflicts, { id: run.id, kind: [kind], severity: ['W', 'I'], page, page_size: PER_PAGE });
      all.push(...answer.results);
      if (all.length >= answer.count || answer.results.length === 0) break;
    }
    return all.slice(0, MOST);
  }

  async function decideKind(way: BulkWay): Promise<void> {
    setAnchor(null);
    const answer = await ask({
      title: `${WORDS[way].item}?`,
      text: `${titleOfKind(kind)}: ${sayCount(Math.min(count, MOST), 'conflict')}. What blocks the run is not touched.`,
      label: 'Reason',
      isOptional: way !== 'ignore',
      verb: `${WORDS[way].verb} ${count}`,
    });
    if (!answer) return;
    setBusy(true);
    try {
      const decisions = decideAll(way, await fetchAll());
      if (decisions.length > 0) await decide(decisions, answer.words);
    } catch (error) {
      showProblem(error, 'The conflicts could not be loaded.');
    } finally {
      setBusy(false);
    }
  }

  async function group(): Promise<void> {
    setAnchor(null);
    await decide([{ kind: 'group_same_points' }]);
  }

  return (
    <>
      <Button
        variant="outlined"
        loading={isBusy}
        endIcon={<Icon name="arrow_drop_down" size={18} />}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        All {count} of this kind
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {kind === 'SAME_PLACE' ? <MenuItem onClick={() => void group()}>Average repeats shot one after the other</MenuItem> : null}
        {ways.map((way) => (
          <MenuItem key={way} onClick={() => void decideKind(way)}>
            {WORDS[way].item}
          </MenuItem>
        ))}
      </Menu>
      {dialog}
    </>
  );
}
