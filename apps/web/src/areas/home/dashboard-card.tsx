import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { Link } from '@tanstack/react-router';
import { Icon } from '../../parts/icon/icon.tsx';
import type { IconName } from '../../parts/icon/icon-paths.ts';

export type DashboardLink = { to: string; search?: object };

export type DashboardCardProps = {
  tour: string;
  icon: IconName;
  title: string;
  text: string;
  link: DashboardLink;
  /** Straight to one of its lists. */
  places: readonly { label: string; link: DashboardLink }[];
};

/** One of the three ways into the firm's records. The title is the link of the whole card; the chips lead further. */
export function DashboardCard({ tour, icon, title, text, link, places }: DashboardCardProps) {
  return (
    <Card
      data-tour={tour}
      sx={{ position: 'relative', p: 4, display: 'flex', flexDirection: 'column', gap: 2, '&:hover': { borderColor: 'primary.main' } }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
        <Box
          sx={{
            display: 'grid',
            placeItems: 'center',
            width: 36,
            height: 36,
            borderRadius: '10px',
            bgcolor: 'tint.primary',
            color: 'primary.main',
          }}
        >
          <Icon name={icon} size={22} />
        </Box>
        <Typography variant="h2">
          <Box
            component={Link}
            {...(link as object)}
            sx={{
              color: 'inherit',
              textDecoration: 'none',
              '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: '10px' },
            }}
          >
            {title}
          </Box>
        </Typography>
        <Box sx={{ ml: 'auto', color: 'text.secondary' }}>
          <Icon name="chevron_right" />
        </Box>
      </Box>
      <Typography sx={{ color: 'text.secondary', flex: 1 }}>{text}</Typography>
      {places.length > 0 ? (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, position: 'relative', zIndex: 1, width: 'fit-content' }}>
          {places.map((place) => (
            <Chip
              key={place.label}
              component={Link}
              {...(place.link as object)}
              clickable
              label={place.label}
              sx={{ height: { xs: 32, sm: 26 } }}
            />
          ))}
        </Box>
      ) : null}
    </Card>
  );
}
