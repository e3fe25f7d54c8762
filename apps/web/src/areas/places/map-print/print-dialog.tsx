import { proseDate } from '@dmse/domain/dates/local-date';
import { MAP_LAYERS, type MapLayerName } from '@dmse/domain/places/map-layers';
import Button from '@mui/material/Button';
import { useColorScheme } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { Map as GlMap } from 'maplibre-gl';
import { type FormEvent, useId, useState } from 'react';
import { showProblem } from '../../../api/problem-toast.ts';
import { useToday } from '../../../parts/date/firm-zone.ts';
import { Dialog } from '../../../parts/dialog/dialog.tsx';
import { saveFile } from '../../../parts/file/save-file.ts';
import type { Lonlat } from '../../../parts/map/map-layer.ts';
import { toneColour } from '../../../parts/map/map-symbols.ts';
import { useSettings } from '../../../session/settings.ts';
import { LAYER_LOOKS, legendKeys } from '../map-layers/map-look.ts';
import { type MapSheet, mapPdf } from './map-pdf.ts';
import { pictureOf } from './print-map.ts';

export type PrintDialogProps = {
  map: GlMap;
  shown: readonly MapLayerName[];
  marks: readonly Lonlat[];
  /** The grid and the base map, in words. */
  credits: readonly string[];
  onClose: () => void;
};

/** The map as it is seen, on a sheet of Letter with all a plan needs. */
export function PrintDialog({ map, shown, marks, credits, onClose }: PrintDialogProps) {
  const { firm_name } = useSettings();
  const { mode, systemMode } = useColorScheme();
  const today = useToday();
  const form = useId();
  const [title, setTitle] = useState('Map');
  const [isBusy, setBusy] = useState(false);
  const scheme = (mode === 'system' ? systemMode : mode) ?? 'light';

  async function print(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    try {
      const { at, attribution, ...picture } = await pictureOf(map);
      const legend = shown.flatMap((layer): MapSheet['legend'][number][] => {
        const { symbol, tone } = LAYER_LOOKS[layer];
        const keys = legendKeys(layer).map((key) => ({ ...key, colour: toneColour(scheme, key.tone), isUnder: true }));
        return [{ label: MAP_LAYERS[layer].label, symbol, colour: toneColour(scheme, tone) }, ...keys];
      });
      const bytes = mapPdf({
        ...picture,
        title: title.trim() || 'Map',
        subtitle: `${firm_name} · ${proseDate(today)}`,
        legend,
        marks: marks.map(at),
        attribution: [...new Set([...credits, ...attribution])],
      });
      saveFile(new Blob([bytes], { type: 'application/pdf' }), `${(title.trim() || 'Map').replace(/[^\p{L}\p{N} _.-]/gu, '_')}.pdf`);
      onClose();
    } catch (error) {
      showProblem(error, 'The PDF was not made.');
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      title="Print to PDF"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="contained" loading={isBusy}>
            Make the PDF
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void print(event)}>
        <Typography sx={{ mb: 4 }}>
          The map as you see it, with scale bar, north arrow, legend and attribution, on a Letter sheet.
        </Typography>
        <TextField autoFocus fullWidth label="Title" value={title} onChange={(event) => setTitle(event.target.value)} />
      </form>
    </Dialog>
  );
}
