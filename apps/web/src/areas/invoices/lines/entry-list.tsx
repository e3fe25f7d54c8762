import { wholeAmount } from '@dmse/domain/invoices/billed-entry';
import { takesEntries } from '@dmse/domain/invoices/lines';
import { sayCount } from '@dmse/domain/text/counts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { Icon } from '../../../parts/icon/icon.tsx';
import { formatCents, MoneyText } from '../../../parts/text/money-text.tsx';
import { sayEntry, sayRest, sayTime } from '../invoice/invoice-lines-table.tsx';
import type { DraftEntry, DraftLine, DraftLines } from './draft-lines.ts';
import { useEntryDrag } from './entry-drag.ts';
import { sayKind } from './line-columns.ts';

type EntryProps = { entry: DraftEntry; isChosen: boolean; canEdit: boolean; onChoose: (isChosen: boolean) => void; onPart: () => void };

function Entry({ entry, isChosen, canEdit, onChoose, onPart }: EntryProps) {
  const element = useEntryDrag(entry.item, canEdit);
  const title = sayEntry(entry);
  const whole = wholeAmount(entry);
  return (
    <Box
      component="li"
      ref={element}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        minHeight: 36,
        borderBottom: 1,
        borderColor: 'divider',
        ...(canEdit ? { cursor: 'grab' } : {}),
      }}
    >
      {canEdit ? (
        <Checkbox
          size="small"
          checked={isChosen}
          onChange={(event) => onChoose(event.target.checked)}
          slotProps={{ input: { 'aria-label': `Select ${title}` } }}
          sx={{ p: 1 }}
        />
      ) : null}
      <Box sx={{ flex: 1, minWidth: 0, py: 1, overflowWrap: 'anywhere' }}>
        {title}
        <Box component="span" sx={{ color: 'text.secondary', ml: 2 }}>
          {[sayTime(entry), sayRest(entry)].filter(Boolean).join(' · ')}
        </Box>
      </Box>
      <Box sx={{ textAlign: 'right' }}>
        <MoneyText cents={entry.amount} dense />
        {entry.rest ? <Box sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>of {formatCents(whole, true)}</Box> : null}
      </Box>
      {canEdit ? (
        <Button size="small" onClick={onPart} aria-label={`Bill a part of ${title}`}>
          Part…
        </Button>
      ) : null}
    </Box>
  );
}

export type EntryListProps = {
  line: DraftLine;
  lines: DraftLines;
  canEdit: boolean;
  onMove: (items: ReadonlySet<string>, to: number) => void;
  onTakeOff: (items: ReadonlySet<string>) => void;
  onPart: (entry: DraftEntry) => void;
};

/** The work on a line: moved to another by dragging it or by choosing the line, billed in part, or taken off. */
export function EntryList({ line, lines, canEdit, onMove, onTakeOff, onPart }: EntryListProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const here = new Set(line.entries.map(({ item }) => item));
  const items = new Set([...chosen].filter((item) => here.has(item)));
  const targets = lines.flatMap((other, at) => (other.key !== line.key && takesEntries(other.kind) ? [{ other, at }] : []));
  const count = sayCount(items.size, 'entry', 'entries');
  function choose(item: string, isChosen: boolean): void {
    const next = new Set(items);
    if (isChosen) next.add(item);
    else next.delete(item);
    setChosen(next);
  }
  const isAll = items.size === line.entries.length;
  return (
    <Box>
      {canEdit ? (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, minHeight: 40 }}>
          <Checkbox
            size="small"
            checked={isAll}
            indeterminate={items.size > 0 && !isAll}
            onChange={(event) => setChosen(event.target.checked ? here : new Set())}
            slotProps={{ input: { 'aria-label': 'Select all entries of this line' } }}
            sx={{ p: 1 }}
          />
          {items.size === 0 ? (
            <Box sx={{ color: 'text.secondary' }}>
              {sayCount(line.entries.length, 'entry', 'entries')}. Select some to move them, or drag one onto another line.
            </Box>
          ) : (
            <>
              <TextField
                select
                size="small"
                label="Move to line…"
                value=""
                disabled={targets.length === 0}
                onChange={({ target }) => onMove(items, Number(target.value))}
                sx={{ minWidth: 200 }}
              >
                {targets.map(({ other, at }) => (
                  <MenuItem key={other.key} value={other.key}>
                    {at + 1}. {sayKind(other.kind)}: {other.description || 'without a description'}
                  </MenuItem>
                ))}
              </TextField>
              <Button size="small" startIcon={<Icon name="undo" size={18} />} onClick={() => onTakeOff(items)}>
                Take {count} off (back to WIP)
              </Button>
            </>
          )}
        </Box>
      ) : null}
      <Box component="ul" aria-label="Entries" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {line.entries.map((entry) => (
          <Entry
            key={entry.item}
            entry={entry}
            canEdit={canEdit}
            isChosen={items.has(entry.item)}
            onChoose={(isChosen) => choose(entry.item, isChosen)}
            onPart={() => onPart(entry)}
          />
        ))}
      </Box>
    </Box>
  );
}
