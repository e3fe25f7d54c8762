import { isEqual } from '@dmse/domain/values/is-equal';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import { type ReactNode, useState } from 'react';
import { useFormState } from 'react-hook-form';
import { Icon } from '../../parts/icon/icon.tsx';
import { useNarrow } from '../../parts/page/use-narrow.ts';
import { type DataColumn, DataTable } from '../../parts/table/data-table.tsx';
import { type FieldCode, KIND_WORDS, STRUCTURE_WORDS } from '../field/list-text.ts';

export type CodeTableProps = {
  codes: readonly FieldCode[];
  isControl: (code: string) => boolean;
  empty: ReactNode;
  onEdit: (code: FieldCode) => void;
  onRemove: (code: FieldCode) => void;
};

/** More rows at once would make the page slow and help nobody: the search finds the rest. */
const PAGE_SIZE = 100;

/** The codes as they will be saved, with those marked that differ from what is stored. */
export function CodeTable({ codes, isControl, empty, onEdit, onRemove }: CodeTableProps) {
  const [most, setMost] = useState(PAGE_SIZE);
  const isNarrow = useNarrow();
  const { defaultValues } = useFormState();
  const stored = new Map(((defaultValues?.codes as FieldCode[] | undefined) ?? []).map((one) => [one.code, one]));
  const rows = codes.slice(0, most);

  const nameOf = (row: FieldCode) => (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 2, fontWeight: 500 }}>
      {row.code}
      {isEqual(stored.get(row.code), row) ? null : <Chip size="small" color="warning" label="Not saved" />}
    </Box>
  );
  const buttonsOf = (row: FieldCode) => (
    <Box sx={{ display: 'inline-flex', my: '-4px', verticalAlign: 'middle', flexShrink: 0 }}>
      <IconButton size={isNarrow ? 'medium' : 'small'} aria-label={`Edit ${row.code}`} onClick={() => onEdit(row)}>
        <Icon name="edit" size={18} />
      </IconButton>
      <IconButton size={isNarrow ? 'medium' : 'small'} aria-label={`Remove ${row.code}`} onClick={() => onRemove(row)}>
        <Icon name="delete" size={18} />
      </IconButton>
    </Box>
  );
  const columns: DataColumn<FieldCode>[] = [
    { id: 'code', title: 'Code', width: 180, cell: nameOf },
    { id: 'meaning', title: 'Meaning', cell: (row) => row.meaning },
    { id: 'kind', title: 'Kind', width: 110, cell: (row) => KIND_WORDS[row.kind] },
    { id: 'structure', title: 'Structure', width: 120, cell: (row) => (row.structure ? STRUCTURE_WORDS[row.structure] : '–') },
    { id: 'control', title: 'Control', width: 100, cell: (row) => (isControl(row.code) ? 'Yes' : '–') },
    { id: 'actions', title: 'Actions', width: 96, align: 'right', cell: buttonsOf },
  ];
  return (
    <>
      {isNarrow && rows.length > 0 ? (
        <Paper variant="outlined" component="ul" aria-label="Codes" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {rows.map((row) => (
            <Box
              component="li"
              key={row.code}
              sx={{
                display: 'flex',
                alignItems: 'center',
                gap: 2,
                pl: 4,
                pr: 2,
                py: 2,
                borderBottom: 1,
                borderColor: 'divider',
                '&:last-of-type': { borderBottom: 0 },
              }}
            >
              <Box sx={{ flex: 1, minWidth: 0 }}>
                {nameOf(row)}
                <Box sx={{ overflowWrap: 'anywhere' }}>{row.meaning}</Box>
                <Box sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
                  {[
                    KIND_WORDS[row.kind],
                    row.structure && `${STRUCTURE_WORDS[row.structure]} structure`,
                    isControl(row.code) && 'Control code',
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </Box>
              </Box>
              {buttonsOf(row)}
            </Box>
          ))}
        </Paper>
      ) : (
        <DataTable label="Codes" columns={columns} rows={rows} rowId={(row) => row.code} empty={empty} />
      )}
      {codes.length > most ? (
        <Button sx={{ mt: 2 }} onClick={() => setMost(most + PAGE_SIZE)}>
          Show {Math.min(PAGE_SIZE, codes.length - most)} more
        </Button>
      ) : null}
    </>
  );
}
