import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { Link } from '@tanstack/react-router';
import { Icon } from '../../parts/icon/icon.tsx';
import type { IconName } from '../../parts/icon/icon-paths.ts';

export type FieldPlaceName = 'map' | 'points' | 'pipes' | 'risk' | 'more';

const PLACES: readonly { place: FieldPlaceName; label: string; icon: IconName; tab: string; view?: string }[] = [
  { place: 'map', label: 'Map', icon: 'map', tab: 'points', view: 'map' },
  { place: 'points', label: 'Points', icon: 'list', tab: 'points' },
  { place: 'pipes', label: 'Pipes', icon: 'linear_scale', tab: 'points', view: 'pipes' },
  { place: 'risk', label: 'Risk', icon: 'health_and_safety', tab: 'risk-assesment' },
  { place: 'more', label: 'More', icon: 'menu', tab: 'details' },
];

/** When the window is wide and low the places stand at the side, where the thumb of a tablet held in both hands is. */
export const LOW = '@media (orientation: landscape) and (max-height: 560px)';

export type FieldNavProps = { run: string; place: FieldPlaceName | null };

/** The five places, at the bottom on every screen. */
export function FieldNav({ run, place }: FieldNavProps) {
  return (
    <Box
      component="nav"
      aria-label="Field app"
      data-tour="places"
      sx={{
        gridArea: 'places',
        display: 'grid',
        gridTemplateColumns: 'repeat(5, 1fr)',
        columnGap: '8px',
        px: '4px',
        pb: 'env(safe-area-inset-bottom)',
        bgcolor: 'background.paper',
        borderTop: 1,
        borderColor: 'divider',
        [LOW]: {
          gridTemplateColumns: '1fr',
          gridAutoRows: 'minmax(48px, 1fr)',
          width: 72,
          rowGap: '8px',
          borderTop: 0,
          borderLeft: 1,
          borderColor: 'divider',
          py: '4px',
        },
      }}
    >
      {PLACES.map((one) => {
        const isHere = one.place === place;
        return (
          <ButtonBase
            key={one.place}
            component={Link}
            {...({
              to: '/fieldrun/field/$id/$tab',
              params: { id: run, tab: one.tab },
              search: one.view ? { view: one.view } : {},
            } as object)}
            aria-current={isHere ? 'page' : undefined}
            sx={{
              minHeight: 56,
              flexDirection: 'column',
              gap: '2px',
              borderRadius: '10px',
              fontSize: '0.8125rem',
              fontWeight: isHere ? 700 : 500,
              color: isHere ? 'primary.main' : 'text.primary',
              bgcolor: isHere ? 'tint.primary' : 'transparent',
              [LOW]: { minHeight: 48 },
            }}
          >
            <Icon name={one.icon} size={24} />
            {one.label}
          </ButtonBase>
        );
      })}
    </Box>
  );
}
