import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { RunPanelProps } from '../field-run/field-run-page.tsx';
import { LayerList } from './layer-list.tsx';
import { LayerUpload } from './layer-upload.tsx';

/** What the crew takes along under its points. */
export function FieldRunLayers({ run }: RunPanelProps) {
  return (
    <Stack sx={{ gap: 4 }}>
      {run.can_edit ? (
        <Paper component="section" variant="outlined" sx={{ p: { xs: 4, sm: 5 } }}>
          <Typography variant="h2" sx={{ mb: 3 }}>
            Attach a layer
          </Typography>
          <LayerUpload run={run.id} />
        </Paper>
      ) : null}
      <LayerList run={run.id} canEdit={run.can_edit} />
    </Stack>
  );
}
