import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { FileDrop } from '../../parts/file/file-drop.tsx';
import { type FieldName, useField } from '../../parts/form/use-field.ts';
import { useSettings } from '../../session/settings.ts';

export type LogoFieldProps = { name: FieldName };

/** A picture, uploaded at once and kept by its id when the form is saved. */
export function LogoField({ name }: LogoFieldProps) {
  const { label, field, error } = useField(name);
  const { max_upload_bytes } = useSettings();
  const id = field.value as number | null | undefined;
  return (
    <Box sx={{ gridColumn: '1 / -1' }}>
      <Typography sx={{ fontWeight: 500, mb: 2 }}>{label}</Typography>
      {id ? (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, mb: 3 }}>
          <Box
            component="img"
            src={`/api/core/file/${id}/?size=thumbnail`}
            alt="The logo as it is now"
            sx={{ maxHeight: 64, maxWidth: 240 }}
          />
          <Button onClick={() => field.onChange(null)}>Remove</Button>
        </Box>
      ) : null}
      <FileDrop
        label="A wide picture"
        accept={['image/png', 'image/jpeg', 'image/webp']}
        maxBytes={Math.min(max_upload_bytes, 5 * 1024 * 1024)}
        onUploaded={(upload) => field.onChange(upload.id)}
      />
      {error ? <Typography color="error">{error}</Typography> : null}
    </Box>
  );
}
