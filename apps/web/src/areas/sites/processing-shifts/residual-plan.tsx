import type { ControlResidual } from '@dmse/survey/shift/control-shift';
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { Arrow, ScaleBar } from '../processing/plan-marks.tsx';
import { fitPlan, type PlanPlace, roundLength } from '../processing/plan-scale.ts';

const SIZE = { width: 420, height: 280, pad: 48 };
/** The largest residual is drawn about this long. */
const LONGEST = 44;
/** Where one does not count and is much larger, its arrow is cut. */
const CUT = 80;

export type ResidualPlanProps = {
  residuals: readonly ControlResidual[];
  placeOf: ReadonlyMap<string, PlanPlace>;
  selected: string | null;
  onSelect: (shot: string) => void;
};

/** How many times residuals are enlarged against the plan, as a round number; those that count decide it. */
function enlargementOf(residuals: readonly ControlResidual[], factor: number): number {
  const counted = residuals.filter(({ is_accepted }) => is_accepted);
  const longest = (counted.length > 0 ? counted : residuals).reduce((most, { horizontal }) => Math.max(most, horizontal), 0.001);
  return Math.max(1, roundLength(LONGEST / (longest * factor)));
}

/** The controls where they lie, each with an arrow to where it is published. Arrows are enlarged, and the plan says how much. */
export function ResidualPlan({ residuals, placeOf, selected, onSelect }: ResidualPlanProps) {
  const { palette } = useTheme().vars!;
  const places = residuals.flatMap(({ shot }) => placeOf.get(shot) ?? []);
  if (places.length === 0) return null;
  const plan = fitPlan(places, SIZE, 1);
  const times = enlargementOf(residuals, plan.factor);
  return (
    <Box sx={{ minWidth: 0 }}>
      <svg
        viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
        role="img"
        aria-label={`Residuals of ${residuals.length} controls as arrows on a plan, enlarged ${times} times; the table has the figures.`}
        style={{ width: '100%', maxWidth: 560, display: 'block' }}
      >
        {residuals.map((residual, at) => {
          const place = placeOf.get(residual.shot);
          if (!place) return null;
          const from = plan.at(place);
          const long = Math.min(plan.factor * times, CUT / residual.horizontal);
          const to = { x: from.x + residual.d_easting * long, y: from.y - residual.d_northing * long };
          const colour = residual.is_beyond_tolerance ? palette.error.main : palette.primary.main;
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: the table beside it selects by keyboard
            <g
              key={residual.shot}
              opacity={residual.is_accepted ? 1 : 0.55}
              onClick={() => onSelect(residual.shot)}
              style={{ cursor: 'pointer' }}
            >
              <circle
                cx={from.x}
                cy={from.y}
                r={selected === residual.shot ? 9 : 5}
                fill={palette.background.paper}
                stroke={selected === residual.shot ? palette.accent.main : palette.text.primary}
                strokeWidth={selected === residual.shot ? 3 : 1.5}
                strokeDasharray={residual.is_accepted ? undefined : '2 2'}
              />
              <Arrow from={from} to={to} colour={colour} />
              {residuals.findIndex(({ control }) => control === residual.control) === at ? (
                <text x={from.x} y={from.y + 22} textAnchor="middle" fontSize={12} fill={palette.text.primary}>
                  {residual.control_name}
                </text>
              ) : null}
            </g>
          );
        })}
        <ScaleBar x={12} y={SIZE.height - 8} {...plan.bar} />
      </svg>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Arrows point from the shifted shot to the published place and are enlarged {times.toLocaleString('en-CA')} times. Red is beyond
        tolerance, dashed is not counted.
      </Typography>
    </Box>
  );
}
