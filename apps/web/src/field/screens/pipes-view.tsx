import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link } from '@tanstack/react-router';
import { Icon } from '../../parts/icon.tsx';
import { count } from '../pieces/count-words.ts';
import { FieldFrame } from '../pieces/field-frame.tsx';
import { useFieldRun } from '../pieces/field-run.ts';
import { RowLink } from '../pieces/row-link.tsx';
import { StateIcon } from '../pieces/state-icon.tsx';
import { usePipes, usePoints } from '../pieces/use-records.ts';

/** `points?view=pipes`: the pipes of the run, and the way to draw one. */
export function PipesView() {
  const { id } = useFieldRun();
  const pipes = usePipes(id)?.filter((pipe) => !pipe.is_deleted);
  const points = new Map((usePoints(id) ?? []).map((point) => [point.id, point]));
  const nameOf = (structure: string | null) => (structure === null ? 'open end' : (points.get(structure)?.name ?? 'unknown structure'));
  const draw = (
    <Button
      component={Link}
      {...({ to: '/fieldrun/field/$id/$tab', params: { id, tab: 'points' }, search: { view: 'map', draw: 'pipe' } } as object)}
      variant="contained"
      startIcon={<Icon name="draw" size={24} />}
      sx={{ flex: 1 }}
    >
      Draw a pipe
    </Button>
  );
  return (
    <FieldFrame place="pipes" bar={draw}>
      <Box role="status" sx={{ mb: 2, color: 'text.secondary' }}>
        {pipes === undefined
          ? 'Reading…'
          : pipes.length === 0
            ? 'No pipes yet. Draw one on the map from structure to structure.'
            : count(pipes.length, 'pipe')}
      </Box>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: '8px' }}>
        {pipes?.map((pipe) => (
          <li key={pipe.id}>
            <RowLink
              title={`${nameOf(pipe.start_structure)} → ${nameOf(pipe.end_structure)}`}
              subtitle={[pipe.system, pipe.inside_diameter === null ? null : `${pipe.inside_diameter} mm`, pipe.material, pipe.open_end]
                .filter(Boolean)
                .join(' · ')}
              end={<StateIcon state={pipe.state} />}
              to={{ to: '/fieldrun/field/$id/pipe/$pipeId', params: { id, pipeId: pipe.id } }}
            />
          </li>
        ))}
      </Box>
    </FieldFrame>
  );
}
