import type { Lonlat } from '../../../parts/map/map-layer.ts';
import { MapReadout } from '../../../parts/map/map-readout.tsx';

export type DrawReadoutProps = {
  corners: readonly Lonlat[];
  onChange: (corners: readonly Lonlat[]) => void;
  onCancel: () => void;
  onDone: () => void;
};

/** An area that is being drawn, corner by corner. */
export function DrawReadout({ corners, onChange, onCancel, onDone }: DrawReadoutProps) {
  const isEnough = corners.length > 2;
  return (
    <MapReadout
      title="Draw an area"
      actions={[
        { label: 'Undo', onClick: () => onChange(corners.slice(0, -1)) },
        { label: 'Cancel', onClick: onCancel },
        ...(isEnough ? [{ label: 'Done', onClick: onDone }] : []),
      ]}
    >
      {isEnough ? `${corners.length} corners` : 'Tap three or more corners'}
    </MapReadout>
  );
}
