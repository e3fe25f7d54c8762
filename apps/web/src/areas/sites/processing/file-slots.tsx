import type { ProcessingFile } from '@dmse/contract/sites/processing/run';
import { NEEDED_PARTS, PART_NAMES, PROCESSING_PARTS, type ProcessingPart } from '@dmse/domain/sites/processing';
import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Paper from '@mui/material/Paper';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Icon } from '../../../parts/icon/icon.tsx';
import { FileCard } from './file-card.tsx';
import { type ChosenFile, findRepeats, isReading } from './use-chosen-files.ts';

const HINTS: Record<ProcessingPart, string> = {
  raw_file: 'What the collector recorded (.rw5).',
  points_file: 'The coordinates of the collector (.crdb, or a list of points).',
  sum_file: 'The answer of CSRS-PPP for a base (.sum).',
  ref_file: 'Where the collector took the base to be (.ref).',
  loc_file: 'The localization the crew made (.loc).',
};

/** Why a file may not stay where somebody put it. */
export function whyNotSlot({ slot, summary }: ChosenFile): string | null {
  if (slot === null || summary === null || summary.part === slot) return null;
  return `This looks like ${summary.words}, so it cannot be the ${PROCESSING_PARTS[slot].toLowerCase()}.`;
}

export type FileSlotsProps = {
  items: readonly ChosenFile[];
  /** What the run has from before. */
  earlier: readonly ProcessingFile[];
  /** Ids of earlier files that stay beside new ones of their part. */
  kept: ReadonlySet<number>;
  onKeep: (id: number, isKept: boolean) => void;
  onMove: (key: number, slot: ProcessingPart | null) => void;
  onRemove: (key: number) => void;
};

/** The five parts of an import with what is in each; below them what is not imported. */
export function FileSlots({ items, earlier, kept, onKeep, onMove, onRemove }: FileSlotsProps) {
  const repeats = findRepeats(items);
  const card = (item: ChosenFile) => (
    <ChosenCard key={item.key} item={item} sameAs={repeats.get(item.key)} onMove={onMove} onRemove={onRemove} />
  );
  const aside = items.filter(({ slot }) => slot === null);
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' } }}>
      {PART_NAMES.map((part) => {
        const here = items.filter(({ slot }) => slot === part);
        const before = earlier.filter((file) => file.part === part);
        const isEmpty = here.length === 0 && before.length === 0;
        return (
          <Slot
            key={part}
            title={PROCESSING_PARTS[part]}
            hint={HINTS[part]}
            note={isEmpty ? (NEEDED_PARTS.includes(part) ? 'Needed' : 'Optional') : null}
          >
            {before.map((file) => (
              <EarlierCard
                key={file.id}
                file={file}
                isReplaced={here.length > 0 && !kept.has(file.id)}
                isAsked={here.length > 0}
                onKeep={(isKept) => onKeep(file.id, isKept)}
              />
            ))}
            {here.map(card)}
          </Slot>
        );
      })}
      {aside.length > 0 ? (
        <Slot title="Not imported" hint="Files that are none of the five, or cannot be used." note={null}>
          {aside.map(card)}
        </Slot>
      ) : null}
    </Box>
  );
}

function Slot({ title, hint, note, children }: { title: string; hint: string; note: string | null; children: ReactNode }) {
  return (
    <Paper variant="outlined" component="section" aria-label={title} sx={{ p: 4, minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 2 }}>
        <Typography variant="h2" sx={{ flex: 1 }}>
          {title}
        </Typography>
        {note ? (
          <Typography variant="caption" sx={{ color: note === 'Needed' ? 'warning.main' : 'text.secondary', fontWeight: 600 }}>
            {note}
          </Typography>
        ) : null}
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 2 }}>
        {hint}
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {children}
      </Box>
    </Paper>
  );
}

type ChosenCardProps = { item: ChosenFile; sameAs: string | undefined } & Pick<FileSlotsProps, 'onMove' | 'onRemove'>;

function ChosenCard({ item, sameAs, onMove, onRemove }: ChosenCardProps) {
  const { key, name, file, slot, summary, others, problem } = item;
  const wrong = whyNotSlot(item);
  const warnings = [...(sameAs === undefined ? [] : [`The same file as ${sameAs}: it counts once.`]), ...others];
  const remarks = [
    ...[problem, wrong].filter((sentence) => sentence !== null).map((sentence) => ({ tone: 'error' as const, sentence })),
    ...warnings.map((sentence) => ({ tone: 'warning' as const, sentence })),
  ];
  return (
    <FileCard name={name} bytes={file.size} summary={summary} remarks={remarks}>
      {isReading(item) ? <CircularProgress size={20} aria-label={`Reading ${name}`} sx={{ m: 2 }} /> : null}
      {summary ? (
        <TextField
          select
          label="Import as"
          value={slot ?? ''}
          onChange={(event) => onMove(key, (event.target.value || null) as ProcessingPart | null)}
          slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true }, htmlInput: { 'aria-label': `Import ${name} as` } }}
          sx={{ width: 160 }}
        >
          {PART_NAMES.map((part) => (
            <MenuItem key={part} value={part}>
              {PROCESSING_PARTS[part]}
            </MenuItem>
          ))}
          <MenuItem value="">Do not import</MenuItem>
        </TextField>
      ) : null}
      <IconButton aria-label={`Take away ${name}`} onClick={() => onRemove(key)}>
        <Icon name="close" size={18} />
      </IconButton>
    </FileCard>
  );
}

type EarlierCardProps = { file: ProcessingFile; isReplaced: boolean; isAsked: boolean; onKeep: (isKept: boolean) => void };

function EarlierCard({ file, isReplaced, isAsked, onKeep }: EarlierCardProps) {
  const remark = {
    tone: 'info' as const,
    sentence: isReplaced ? 'The new file takes the place of this one.' : 'Imported before; it stays.',
  };
  return (
    <FileCard name={file.name} bytes={file.bytes} summary={{ ...file.summary, facts: [], problems: [] }} remarks={[remark]}>
      {isAsked ? (
        <FormControlLabel control={<Switch checked={!isReplaced} onChange={(event) => onKeep(event.target.checked)} />} label="Keep too" />
      ) : null}
    </FileCard>
  );
}
