import { Icon } from '../../../parts/icon/icon.tsx';
import { LinkButton } from '../../../parts/links.tsx';
import { useFieldRun } from '../../run/field-run.ts';

export function NewPointButton() {
  const { id } = useFieldRun();
  return (
    <LinkButton
      to="/fieldrun/field/$id/$tab"
      params={{ id, tab: 'point' }}
      variant="contained"
      data-tour="new-point"
      startIcon={<Icon name="add" size={24} />}
      sx={{ flex: 1 }}
    >
      New point
    </LinkButton>
  );
}
