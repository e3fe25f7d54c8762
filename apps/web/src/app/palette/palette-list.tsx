import { styled } from '@mui/material/styles';
import { memo } from 'react';
import { Icon } from '../../parts/icon/icon.tsx';
import type { PaletteEntry } from './palette-entries.ts';

export type PaletteListProps = {
  id: string;
  entries: readonly PaletteEntry[];
  chosen: number;
  onPoint: (at: number) => void;
  onChoose: (entry: PaletteEntry) => void;
};

const ONE_LINE = { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

/** One rule for all lines: a style of its own for each would be worked out again with every letter. */
const Lines = styled('div')(({ theme }) => ({
  overflowY: 'auto',
  padding: 8,
  '& .group': { padding: '12px 12px 4px', fontSize: '0.75rem', fontWeight: 500, color: theme.vars.palette.text.secondary },
  '& > :first-of-type .group': { paddingTop: 4 },
  '& .line': {
    display: 'flex',
    alignItems: 'center',
    gap: 12,
    padding: '0 12px',
    minHeight: 36,
    borderRadius: 8,
    cursor: 'pointer',
    '&[aria-selected="true"]': { backgroundColor: theme.vars.palette.tint.primary, color: theme.vars.palette.primary.main },
  },
  '& .words': { flex: 1, minWidth: 0, display: 'flex', alignItems: 'center' },
  '& .label': { ...ONE_LINE, fontWeight: 500 },
  '& .hint': {
    ...ONE_LINE,
    marginLeft: 'auto',
    paddingLeft: 12,
    maxWidth: '50%',
    color: theme.vars.palette.text.secondary,
    fontSize: '0.8125rem',
  },
  // What Enter will do is read whole.
  '& .whole': {
    display: 'block',
    padding: '6px 0',
    '& .label, & .hint': { whiteSpace: 'normal' },
    '& .hint': { marginLeft: 0, paddingLeft: 0, maxWidth: 'none' },
  },
  // On a phone what it belongs to stands below its name, and both can be read whole.
  [theme.breakpoints.down('sm')]: {
    '& .line': { minHeight: 48, paddingTop: 6, paddingBottom: 6 },
    '& .words': { display: 'block' },
    '& .label, & .hint': { whiteSpace: 'normal' },
    '& .hint': { marginLeft: 0, paddingLeft: 0, maxWidth: 'none' },
  },
}));

type LineProps = Pick<PaletteListProps, 'onPoint' | 'onChoose'> & { id: string; entry: PaletteEntry; at: number; isChosen: boolean };

const Line = memo(({ id, entry, at, isChosen, onPoint, onChoose }: LineProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the list is steered from the input, as a combobox
  <div
    id={id}
    className="line"
    role="option"
    aria-selected={isChosen}
    tabIndex={-1}
    onMouseMove={() => onPoint(at)}
    onClick={() => onChoose(entry)}
  >
    <Icon name={entry.icon} />
    <span className={entry.isAct ? 'words whole' : 'words'}>
      <span className="label">{entry.label}</span>
      {entry.hint ? <span className="hint">{entry.hint}</span> : null}
    </span>
  </div>
));

/** The lines of the palette under their group headings. */
export function PaletteList({ id, entries, chosen, onPoint, onChoose }: PaletteListProps) {
  return (
    <Lines id={id} role="listbox" aria-label="Found">
      {entries.map((entry, at) => (
        <div key={entry.key} role="presentation">
          {entries[at - 1]?.group === entry.group ? null : (
            <div role="presentation" className="group">
              {entry.group}
            </div>
          )}
          <Line id={`${id}-${at}`} entry={entry} at={at} isChosen={at === chosen} onPoint={onPoint} onChoose={onChoose} />
        </div>
      ))}
    </Lines>
  );
}
