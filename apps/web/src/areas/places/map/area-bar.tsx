import { exportMapArea, MAP_EXPORTS, type MapArea } from '@dmse/contract/places/map';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { saveFile } from '../../../parts/file/save-file.ts';
import { Icon } from '../../../parts/icon/icon.tsx';
import { NewHere } from '../map-cards/new-here.tsx';

const FORMATS: Readonly<Record<(typeof MAP_EXPORTS)[number], string>> = { csv: 'CSV', kml: 'KML', geojson: 'GeoJSON', dxf: 'DXF' };

export type AreaBarProps = { area: MapArea; onClear: () => void };

/** What can be done with everything inside an area, and with the area itself. */
export function AreaBar({ area, onClear }: AreaBarProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function save(format: (typeof MAP_EXPORTS)[number]): Promise<void> {
    setAnchor(null);
    setBusy(true);
    try {
      saveFile(await call(exportMapArea, {}, { ...area, format }), `map.${format}`);
    } catch (error) {
      showProblem(error, 'The file was not made.');
    } finally {
      setBusy(false);
    }
  }

  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 2, px: 3, pb: 3 }}>
      <Button
        size="small"
        variant="outlined"
        loading={isBusy}
        disabled={area.layers.length === 0}
        aria-haspopup="menu"
        startIcon={<Icon name="download" size={18} />}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Export
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {MAP_EXPORTS.map((format) => (
          <MenuItem key={format} onClick={() => void save(format)}>
            {FORMATS[format]}
          </MenuItem>
        ))}
      </Menu>
      <NewHere places={area.area} />
      <Button size="small" onClick={onClear}>
        Clear the area
      </Button>
    </Stack>
  );
}
