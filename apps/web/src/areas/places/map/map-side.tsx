import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../../../parts/icon/icon.tsx';
import { BottomBar } from '../../../parts/page/bottom-bar.tsx';
import type { MapTab } from './map-address.ts';

export type MapSideProps = {
  /** On a phone: a sheet from below, opened by the bar at the bottom, where the tools stand too. */
  isSheet: boolean;
  /** Whether there is time to draw what stands in it. */
  isWanted: boolean;
  legend: ReactNode;
  list: ReactNode;
  tools: ReactNode;
  /** Another one closes the sheet: the map has something to show. */
  closeOn: string;
  /** Another one opens the sheet: what was drawn is answered in the list. Empty for none. */
  openOn: string;
  tab: MapTab;
  onTab: (tab: MapTab) => void;
};

/** The panel beside the map: the layers, and what is in view as a list. */
export function MapSide({ isSheet, isWanted, legend, list, tools, closeOn, openOn, tab, onTab }: MapSideProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change is what it waits for
  useEffect(() => setOpen(false), [closeOn]);
  const before = useRef(openOn);
  useEffect(() => {
    if (openOn !== '' && openOn !== before.current) setOpen(true);
    before.current = openOn;
  }, [openOn]);
  const panel = (
    <>
      <Tabs
        value={tab}
        onChange={(_, next: MapTab) => onTab(next)}
        variant="fullWidth"
        sx={{ borderBottom: 1, borderColor: 'divider', flex: 'none' }}
      >
        <Tab value="layers" label="Layers" id={`${id}-layers`} aria-controls={`${id}-panel`} />
        <Tab value="list" label="List" id={`${id}-list`} aria-controls={`${id}-panel`} />
      </Tabs>
      <Box
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${tab}`}
        sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}
      >
        {tab === 'layers' ? <Box sx={{ overflow: 'auto', flex: 1, minHeight: 0, px: 3, py: 1 }}>{legend}</Box> : list}
      </Box>
    </>
  );
  if (!isSheet)
    return (
      <Box
        component="aside"
        aria-label="Layers and list"
        data-tour="map-layers"
        sx={{ width: 320, flex: 'none', display: 'flex', flexDirection: 'column', borderRight: 1, borderColor: 'divider' }}
      >
        {isWanted ? panel : null}
      </Box>
    );
  const open = (next: MapTab) => {
    onTab(next);
    setOpen(true);
  };
  return (
    <>
      <BottomBar isOfPage>
        <Button variant="outlined" data-tour="map-layers" startIcon={<Icon name="layers" size={18} />} onClick={() => open('layers')}>
          Layers
        </Button>
        <Button variant="outlined" startIcon={<Icon name="list" size={18} />} onClick={() => open('list')}>
          List
        </Button>
        {tools}
      </BottomBar>
      <Drawer
        anchor="bottom"
        open={isOpen}
        onClose={() => setOpen(false)}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': 'Layers and list',
            sx: { height: '70dvh', borderRadius: '12px 12px 0 0', display: 'flex', flexDirection: 'column' },
          },
        }}
      >
        {panel}
        <Box sx={{ p: 3, flex: 'none', borderTop: 1, borderColor: 'divider' }}>
          <Button fullWidth variant="contained" size="large" onClick={() => setOpen(false)}>
            Show the map
          </Button>
        </Box>
      </Drawer>
    </>
  );
}
