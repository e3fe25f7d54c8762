import { exportProcessing } from '@dmse/contract/sites/processing/run';
import type { EXPORT_FORMATS, ExportFormat } from '@dmse/domain/sites/export-formats';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { saveFile } from '../../../parts/file/save-file.ts';
import { Icon } from '../../../parts/icon/icon.tsx';
import { useProcessing } from '../processing/use-processing.ts';

/** What each format is for, in a sentence. */
const FORMAT_USES: Record<ExportFormat, string> = {
  zip: 'The whole run for the file, a client or a court: raw files, points in every format, decisions and report, with a list of hashes signed by the firm’s key.',
  report: 'Control, residuals, averages, exceptions and final coordinates on paper.',
  penzd: 'For CAD software that reads point, easting, northing, elevation, description.',
  pnezd: 'For CAD software that reads point, northing, easting, elevation, description.',
  csv: 'Every column of every point, for a spreadsheet.',
  dxf: 'For any CAD program: layers by code, linework, labels and pipes.',
  landxml: 'For Civil 3D and other design software: points and pipe networks.',
  geojson: 'For GIS and the web, in longitude and latitude.',
  kml: 'To look at in Google Earth.',
  gpx: 'For a hand-held receiver, to find points again.',
  shapefile: 'For GIS that does not read GeoPackage.',
  geopackage: 'For QGIS and ArcGIS: points, linework and pipes in one file, on the office grid.',
};

export type FormatRowProps = {
  format: (typeof EXPORT_FORMATS)[number];
  /** An earlier attempt. */
  attempt: number | undefined;
  isFirst?: boolean;
};

type Progress = { received: number; total: number | null };

/** One format: what it is for, and its download with how far it has come. */
export function FormatRow({ format, attempt, isFirst = false }: FormatRowProps) {
  const { run } = useProcessing();
  const [progress, setProgress] = useState<Progress | null>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);

  async function download(): Promise<void> {
    const controller = new AbortController();
    abort.current = controller;
    setProgress({ received: 0, total: null });
    try {
      const input = {
        id: run.id,
        ...(format.name === 'zip' ? {} : { format: format.name }),
        ...(attempt === undefined ? {} : { attempt }),
      };
      const bytes = await call(exportProcessing, input, undefined, {
        signal: controller.signal,
        onBytes: (received, total) => setProgress({ received, total }),
      });
      saveFile(bytes);
    } catch (error) {
      showProblem(error, 'The file could not be made.');
    } finally {
      setProgress(null);
    }
  }

  const share = progress?.total ? Math.min(100, (progress.received / progress.total) * 100) : null;
  return (
    <Box component="li" sx={{ py: 2, borderTop: 1, borderColor: 'divider', '&:first-of-type': { borderTop: 0 } }}>
      <Box sx={{ display: 'flex', gap: 3, alignItems: 'center', flexWrap: 'wrap' }}>
        <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
          <Typography variant="h3">{format.title}</Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {FORMAT_USES[format.name]}
          </Typography>
        </Box>
        {progress ? (
          <Button onClick={() => abort.current?.abort()}>Cancel</Button>
        ) : (
          <Button
            variant={isFirst ? 'contained' : 'outlined'}
            startIcon={<Icon name={isFirst ? 'folder_zip' : 'download'} size={18} />}
            aria-label={`Download ${format.title}`}
            onClick={() => void download()}
          >
            Download
          </Button>
        )}
      </Box>
      {progress ? (
        <Box sx={{ mt: 2 }}>
          <LinearProgress
            aria-label={`Download of ${format.title}`}
            {...(share === null ? {} : { variant: 'determinate' as const, value: share })}
          />
          <Typography variant="caption" role="status" sx={{ color: 'text.secondary' }}>
            {progress.received === 0 ? 'The server is making the file…' : `${(progress.received / 1e6).toFixed(1)} MB received`}
          </Typography>
        </Box>
      ) : null}
    </Box>
  );
}
