import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { useSettings } from '../../session/settings.ts';

/** The firm's logo, or its name in words. */
export function FirmMark() {
  const { firm_name, logo_horizontal, mode } = useSettings();
  return (
    <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: 0 }}>
      {logo_horizontal ? (
        <Box component="img" src={logo_horizontal} alt={firm_name} sx={{ height: 28, maxWidth: 160, minWidth: 0, objectFit: 'contain' }} />
      ) : (
        <>
          <Box component="img" src="/app/favicon.svg" alt="" sx={{ width: 26, height: 26, flexShrink: 0 }} />
          <Box component="span" sx={{ fontWeight: 600, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
            {firm_name}
          </Box>
        </>
      )}
      {mode === 'demo' ? <Chip label="Demo" size="small" color="accent" sx={{ flexShrink: 0 }} /> : null}
    </Box>
  );
}
