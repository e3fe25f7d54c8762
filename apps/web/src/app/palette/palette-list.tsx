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

const ONE_LINE = { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' };

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
            {/* On a phone what it belongs to stands below its name, so that both can be read. */}
            <Box component="span" sx={{ flex: 1, minWidth: 0, display: { xs: 'block', sm: 'flex' }, alignItems: 'center' }}>
              <Box component="span" sx={{ ...ONE_LINE, fontWeight: 500 }}>
                {entry.label}
              </Box>
              {entry.hint ? (
                <Box
                  component="span"
                  sx={{
                    ...ONE_LINE,
                    ml: { sm: 'auto' },
                    pl: { sm: 3 },
                    maxWidth: { sm: '50%' },
                    color: 'text.secondary',
                    fontSize: '0.8125rem',
                  }}
                >
                  {entry.hint}
                </Box>
              ) : null}
            </Box>
          </Box>
        </Box>
      ))}
    </Box>
  );
}
