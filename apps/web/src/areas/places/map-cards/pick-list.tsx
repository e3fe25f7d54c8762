import type { MapLayerName } from '@dmse/domain/places/map-layers';
import List from '@mui/material/List';
import ListItemButton from '@mui/material/ListItemButton';
import { MapPanel } from '../map/map-panel.tsx';
import { EntryLine } from './entry-line.tsx';

export type PickLine = {
  layer: MapLayerName;
  id: string;
  label: string;
  detail?: string;
  state?: string | null;
  variants?: readonly string[];
  /** It stands for several, which are shown when it is chosen. */
  open?: () => void;
};
export type PickListProps = {
  title: string;
  lines: readonly PickLine[];
  onPick: (line: PickLine) => void;
  onClose: () => void;
};

/** Several things in one place, to choose from. */
export function PickList({ title, lines, onPick, onClose }: PickListProps) {
  return (
    <MapPanel title={title} onClose={onClose} focusKey={title}>
      <List dense disablePadding sx={{ mx: -4 }}>
        {lines.map((line) => (
          <ListItemButton key={`${line.layer} ${line.id}`} onClick={line.open ?? (() => onPick(line))} sx={{ px: 4 }}>
            <EntryLine
              layer={line.layer}
              label={line.label}
              {...(line.detail === undefined ? {} : { detail: line.detail })}
              state={line.state ?? null}
              variants={line.variants ?? []}
              isGrouped={line.open !== undefined}
            />
          </ListItemButton>
        ))}
      </List>
    </MapPanel>
  );
}
