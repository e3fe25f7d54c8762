import Button from '@mui/material/Button';
import { Link } from '@tanstack/react-router';
import { Icon } from '../../../parts/icon/icon.tsx';
import { useFieldRun } from '../../run/field-run.ts';

export function NewPointButton() {
  const { id } = useFieldRun();
  return (
    <Button
      component={Link}
      {...({ to: '/fieldrun/field/$id/$tab', params: { id, tab: 'point' } } as object)}
      variant="contained"
      data-tour="new-point"
      startIcon={<Icon name="add" size={24} />}
      sx={{ flex: 1 }}
    >
      New point
    </Button>
  );
}
