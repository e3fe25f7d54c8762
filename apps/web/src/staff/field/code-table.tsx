import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import { type ReactNode, useState } from 'react';
import { useFormState } from 'react-hook-form';
import { isSame } from '../../parts/form/form-values.ts';
import { Icon } from '../../parts/icon.tsx';
import { type DataColumn, DataTable } from '../../parts/table/data-table.tsx';
import { type FieldCode, KIND_WORDS, STRUCTURE_WORDS } from './list-words.ts';

export type CodeTableProps = {
  codes: readonly FieldCode[];
  isControl: (code: string) => boolean;
  empty: ReactNode;
  onEdit: (code: FieldCode) => void;
  onRemove: (code: FieldCode) => void;
};

/** More rows at once would make the page slow and help nobody: the search finds the rest. */
const AT_ONCE = 100;

/** The codes as they will be saved, with those marked that differ from what is stored. */
export function CodeTable({ codes, isControl, empty, onEdit, onRemove }: CodeTableProps) {
  const [most, setMost] = useState(AT_ONCE);
  const { defaultValues } = useFormState();
  const stored = new Map(((defaultValues?.codes as FieldCode[] | undefined) ?? []).map((one) => [one.code, one]));
  const isStored = (code: FieldCode) => isSame(stored.get(code.code), code);
  const columns: DataColumn<FieldCode>[] = [
    {
      id: 'code',
      title: 'Code',
      width: 150,
      cell: (row) => (
        <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 2, fontWeight: 500 }}>
          {row.code}
          {isStored(row) ? null : <Chip size="small" color="warning" label="Not saved" />}
        </Box>
      ),
    },
    { id: 'meaning', title: 'Meaning', cell: (row) => row.meaning },
    { id: 'kind', title: 'Kind', width: 110, cell: (row) => KIND_WORDS[row.kind] },
    { id: 'structure', title: 'Structure', width: 120, cell: (row) => (row.structure ? STRUCTURE_WORDS[row.structure] : '–') },
    { id: 'control', title: 'Control', width: 100, cell: (row) => (isControl(row.code) ? 'Yes' : '–') },
    {
      id: 'actions',
      title: 'Actions',
      width: 96,
      align: 'right',
      cell: (row) => (
        <Box sx={{ display: 'inline-flex', my: '-4px' }}>
          <IconButton size="small" aria-label={`Edit ${row.code}`} onClick={() => onEdit(row)}>
            <Icon name="edit" size={18} />
          </IconButton>
          <IconButton size="small" aria-label={`Remove ${row.code}`} onClick={() => onRemove(row)}>
            <Icon name="delete" size={18} />
          </IconButton>
        </Box>
      ),
    },
  ];
  return (
    <>
      <DataTable label="Codes" columns={columns} rows={codes.slice(0, most)} rowId={(row) => row.code} empty={empty} />
      {codes.length > most ? (
        <Button sx={{ mt: 2 }} onClick={() => setMost(most + AT_ONCE)}>
          Show {Math.min(AT_ONCE, codes.length - most)} more
        </Button>
      ) : null}
    </>
  );
}
