import { getProcessingShot } from '@dmse/contract/sites/processing/shot';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouteLink } from '@tanstack/react-router';
import { useCall } from '../../../api/use-call.ts';
import { Section } from '../processing/section.tsx';
import { useProcessing } from '../processing/use-processing.ts';
import { ShotColumn } from '../processing-conflicts/shot-column.tsx';
import { ExplainTree } from './explain-tree.tsx';

const NO_TICKS: ReadonlyMap<string, boolean> = new Map();

/** Everything behind the coordinate of the selected point, from the reading to the final figure. */
export function ExplainPanel() {
  const { selected, points, isWritable, decide } = useProcessing();
  const { data: shot } = useCall(getProcessingShot, { id: selected ?? '' }, { enabled: selected !== null, keepOld: true });
  const name = selected && points ? points.names[points.ids.indexOf(selected)] : undefined;
  if (!selected || !name)
    return (
      <Section title="Explain">
        <Typography sx={{ color: 'text.secondary' }}>
          Select a point on the map or in the table to see what its coordinate is made of.
        </Typography>
      </Section>
    );
  return (
    <Section title={`Explain ${name}`}>
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 2fr)' } }}>
        {shot ? <ExplainTree steps={shot.explanation} label={`How ${shot.name} came about`} /> : <div />}
        <div>
          <ShotColumn id={selected} title={name} ticks={NO_TICKS} />
          {shot?.extended_data_shot ? (
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, mt: 2 }}>
              <Link component={RouteLink} {...({ to: `/fieldrun-shot/${shot.extended_data_shot}` } as object)}>
                Field-app shot
              </Link>
              {isWritable ? (
                <Button size="small" onClick={() => void decide([{ kind: 'attach', name: shot.name, app_shot: null }])}>
                  Detach
                </Button>
              ) : null}
            </Box>
          ) : null}
        </div>
      </Box>
    </Section>
  );
}
