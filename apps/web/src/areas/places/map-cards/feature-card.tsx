import { getMapFeature, type MapFeatureCard } from '@dmse/contract/places/map';
import { MAP_LAYERS } from '@dmse/domain/places/map-layers';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from '@tanstack/react-router';
import { useState } from 'react';
import { useCall } from '../../../api/use-call.ts';
import { Icon } from '../../../parts/icon/icon.tsx';
import type { Lonlat } from '../../../parts/map/map-layer.ts';
import { errorText } from '../../../parts/notice/error-state.tsx';
import { CopyText } from '../../../parts/record/copy-text.tsx';
import { ToneChip } from '../../../parts/record/tone-chip.tsx';
import type { LayerPick } from '../map/map-address.ts';
import { MapPanel } from '../map/map-panel.tsx';
import { LAYER_LOOKS } from '../map-layers/map-look.ts';
import { Neighbours } from './neighbours.tsx';

function Facts({ facts }: Pick<MapFeatureCard, 'facts'>) {
  return (
    <Box
      component="dl"
      sx={{ display: 'grid', gridTemplateColumns: 'max-content 1fr', columnGap: 3, rowGap: 1, m: 0, fontSize: '0.8125rem' }}
    >
      {facts.map(({ label, value }) => (
        <Box key={label} sx={{ display: 'contents' }}>
          <Box component="dt" sx={{ color: 'text.secondary' }}>
            {label}
          </Box>
          <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
            {value}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

export type FeatureCardProps = {
  pick: LayerPick;
  onClose: () => void;
  onPick: (pick: LayerPick, at: Lonlat) => void;
  /** To where it stood in a list of several. */
  onBack: (() => void) | null;
  onPlace: (card: MapFeatureCard) => void;
  onArea: (card: MapFeatureCard) => void;
  onShowLayer: (card: MapFeatureCard) => void;
};

/** What is known of a feature and what can be done with it. */
export function FeatureCard({ pick, onClose, onPick, onBack, onPlace, onArea, onShowLayer }: FeatureCardProps) {
  const asked = useCall(getMapFeature, { layer: pick.layer, feature: pick.id }, { retry: false });
  const [isNear, setNear] = useState(false);
  const kind = MAP_LAYERS[pick.layer].one;
  const card = asked.data;
  if (!card)
    return (
      <MapPanel title={asked.error ? 'Not to be shown' : 'Loading…'} kind={kind} onClose={onClose} focusKey={`${pick.layer} ${pick.id}`}>
        {asked.error ? <Typography role="alert">{errorText(asked.error)}</Typography> : <Skeleton height={80} />}
      </MapPanel>
    );
  const tone = card.state === null ? null : (LAYER_LOOKS[card.layer].tones?.[card.state] ?? 'muted');
  const degrees = `${card.lat.toFixed(6)}, ${card.lon.toFixed(6)}`;
  const grid = card.easting === null || card.northing === null ? null : `${card.easting.toFixed(3)}, ${card.northing.toFixed(3)}`;
  return (
    <MapPanel
      title={card.title}
      kind={kind}
      chip={card.state && tone ? <ToneChip text={card.state} tone={tone as 'muted'} /> : null}
      onClose={onClose}
      focusKey={`${pick.layer} ${pick.id} there`}
      actions={
        <>
          {onBack ? (
            <Button size="small" onClick={onBack} startIcon={<Icon name="arrow_back" size={18} />}>
              Others here
            </Button>
          ) : null}
          {card.path ? (
            <Button size="small" variant="contained" component={RouterLink} to={card.path}>
              Open
            </Button>
          ) : null}
          <Button size="small" variant="outlined" aria-expanded={isNear} onClick={() => setNear(!isNear)}>
            What is near
          </Button>
          {card.can_place ? (
            <Button size="small" variant="outlined" onClick={() => onPlace(card)}>
              Set location
            </Button>
          ) : null}
          {card.geometry?.type === 'Polygon' ? (
            <Button size="small" variant="outlined" onClick={() => onArea(card)}>
              List what is inside
            </Button>
          ) : null}
          {card.url ? (
            <Button size="small" variant="outlined" onClick={() => onShowLayer(card)}>
              Show this layer
            </Button>
          ) : null}
        </>
      }
    >
      {card.subtitle ? <Typography sx={{ mb: 2 }}>{card.subtitle}</Typography> : null}
      <Facts facts={card.facts} />
      <Box sx={{ mt: 2, fontSize: '0.8125rem', fontVariantNumeric: 'tabular-nums' }}>
        {grid ? <CopyText text={`E, N ${grid}`} noun="grid coordinates" /> : null}
        <CopyText text={degrees} noun="latitude and longitude" />
      </Box>
      {isNear ? <Neighbours lon={card.lon} lat={card.lat} without={pick} onPick={onPick} /> : null}
    </MapPanel>
  );
}
