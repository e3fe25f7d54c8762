import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { Icon } from '../icon/icon.tsx';
import type { IconName } from '../icon/icon-paths.ts';

export type MapButton = { label: string; icon: IconName; onClick: () => void; isOn?: boolean };
export type MapButtonsProps = { buttons: readonly MapButton[] };

/** The column of tools at the edge of the map, each wide enough for a thumb. */
export function MapButtons({ buttons }: MapButtonsProps) {
  return (
    <Box
      sx={{
        position: 'absolute',
        top: 8,
        right: 8,
        display: 'grid',
        gap: 2,
        zIndex: 2,
        // A phone on its side is too low for one column.
        '@media (max-height: 560px)': { gridTemplateColumns: '48px 48px' },
      }}
    >
      {buttons.map(({ label, icon, onClick, isOn }) => (
        <ButtonBase
          key={label}
          aria-label={label}
          {...(isOn === undefined ? {} : { 'aria-pressed': isOn })}
          onClick={onClick}
          sx={{
            width: 48,
            height: 48,
            borderRadius: '10px',
            border: 1,
            borderColor: 'inputLine',
            bgcolor: isOn ? 'primary.main' : 'background.paper',
            color: isOn ? 'primary.contrastText' : 'text.primary',
          }}
        >
          <Icon name={icon} size={24} />
        </ButtonBase>
      ))}
    </Box>
  );
}
