import type { ImportCheck } from '@dmse/contract/clients/import';
import { ProbableDuplicates } from '../merge/probable-duplicates.tsx';
import { BadRows } from './bad-rows.tsx';
import type { ImportCount } from './import-rows.ts';

export type ImportFindingsProps = {
  check: ImportCheck;
  count: ImportCount;
  skipped: ReadonlySet<number>;
  onSkip: (lines: ReadonlySet<number>) => void;
};

/** What is wrong with the file, row by row, and which rows are probably there already. Each of them can be left out. */
export function ImportFindings({ check, count, skipped, onSkip }: ImportFindingsProps) {
  const toggle = (line: number) => {
    const next = new Set(skipped);
    if (!next.delete(line)) next.add(line);
    onSkip(next);
  };
  const leaveOut = (lines: readonly number[]) => onSkip(new Set([...skipped, ...lines]));
  return (
    <>
      {count.badRows.length > 0 ? (
        <BadRows
          errorCount={check.error_count}
          lines={check.error_lines}
          count={count}
          skipped={skipped}
          onToggle={toggle}
          onLeaveOut={leaveOut}
        />
      ) : null}
      {check.duplicate_count > 0 ? <ProbableDuplicates check={check} skipped={skipped} onToggle={toggle} onLeaveOut={leaveOut} /> : null}
    </>
  );
}
