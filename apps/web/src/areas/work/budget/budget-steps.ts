import type { BudgetCell } from '@dmse/contract/work/budget';
import type { BadCell, CellChange } from '@dmse/domain/work/budget-paste';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { cellsToPutBack, type Entries, placeKey, placeOf, placesOf, untouchedSince } from '../budget-grid/budget-cells.ts';
import type { BudgetSender } from './budget-sender.ts';

/** Something that was done to the budget and can be taken back. */
export type Step = {
  /** "paste": what the buttons say is undone. */
  says: string;
  /** Does it, or does it again. `seen` is the budget as the person saw it; answers the cells in which somebody else was faster. */
  run: (seen: Entries) => Promise<ReadonlySet<string>>;
  back: () => Promise<void>;
  changes: readonly CellChange[];
  bad: readonly BadCell[];
};

export type CellStepInput = Pick<Step, 'says' | 'changes' | 'bad'> & { makeCells: (entries: Entries) => BudgetCell[] };

/** A step that writes cells: `makeCells` says which, by the budget as it then is. */
export function cellStep(sender: BudgetSender, { makeCells, ...told }: CellStepInput): Step {
  let cells: BudgetCell[] = [];
  let before: Entries = new Map();
  let left: Entries = new Map();
  return {
    ...told,
    async run(seen) {
      let theirs: BudgetCell[] = [];
      left = await sender.sendFresh((now) => {
        const parted = Map.groupBy(makeCells(now), (cell) => sender.isTheirs(cell, seen, now));
        theirs = parted.get(true) ?? [];
        cells = parted.get(false) ?? [];
        before = now;
        return cells;
      });
      return new Set(theirs.map((cell) => placeKey(placeOf(cell))));
    },
    async back() {
      const all = placesOf(cells);
      let kept = 0;
      await sender.sendFresh((now) => {
        const places = untouchedSince(all, left, now);
        kept = all.length - places.length;
        return cellsToPutBack(places, before);
      });
      if (kept > 0) showToast({ text: `${kept === 1 ? 'One cell was' : `${kept} cells were`} changed since and stay as they are.` });
    },
  };
}

const NOBODY: ReadonlySet<string> = new Set();

export function scaleStep(sender: BudgetSender, total: number): Step {
  return {
    says: 'scaling',
    async run() {
      await sender.scale(total);
      return NOBODY;
    },
    back: () => sender.undoScale(),
    changes: [],
    bad: [],
  };
}
