import Box from '@mui/material/Box';
import { Icon } from '../../parts/icon.tsx';
import type { PaletteEntry } from './palette-entries.ts';

export type PaletteListProps = {
  id: string;
  entries: readonly PaletteEntry[];
  chosen: number;
  onPoint: (at: number) => void;
  onChoose: (entry: PaletteEntry) => void;
};

/** The lines of the palette under their group headings. */
export function PaletteList({ id, entries, chosen, onPoint, onChoose }: PaletteListProps) {
  return (
    <Box id={id} role="listbox" aria-label="Found" sx={{ overflowY: 'auto', p: 2 }}>
      {entries.map((entry, at) => (
        <Box key={entry.key} role="presentation">
          {entries[at - 1]?.group === entry.group ? null : (
            <Box
              role="presentation"
              sx={{ px: 3, pt: at === 0 ? 1 : 3, pb: 1, fontSize: '0.75rem', fontWeight: 500, color: 'text.secondary' }}
            >
              {entry.group}
            </Box>
          )}
          <Box
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === chosen}
            tabIndex={-1}
            onMouseMove={() => onPoint(at)}
            onClick={() => onChoose(entry)}
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 3,
              px: 3,
              minHeight: { xs: 48, sm: 36 },
              borderRadius: 2,
              cursor: 'pointer',
              ...(at === chosen ? { bgcolor: 'tint.primary', color: 'primary.main' } : {}),
            }}
          >
            <Icon name={entry.icon} />
            <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', fontWeight: 500 }}>
              {entry.label}
            </Box>
            {entry.hint ? (
              <Box
                component="span"
                sx={{
                  ml: 'auto',
                  pl: 3,
                  maxWidth: '50%',
                  color: 'text.secondary',
                  fontSize: '0.8125rem',
                  overflow: 'hidden',
                  textOverflow: 'ellipsis',
                  whiteSpace: 'nowrap',
                }}
              >
                {entry.hint}
              </Box>
            ) : null}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
