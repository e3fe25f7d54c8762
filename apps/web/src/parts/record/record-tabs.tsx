import Box from '@mui/material/Box';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';

export type RecordTab = {
  label: string;
  /** The path of the tab: `/client/5/info`. A dashboard gives the same path with another `search`. */
  to: string;
  search?: Record<string, string>;
  isCurrent: boolean;
  /** A number or a mark after the label. */
  badge?: ReactNode;
};

export type RecordTabsProps = {
  /** What the tabs belong to, for screen readers: "Client sections". */
  label: string;
  tabs: readonly RecordTab[];
};

/** Tabs that are places: each has an address of its own, so these are links, and the current one says so. */
export function RecordTabs({ label, tabs }: RecordTabsProps) {
  const nav = useRef<HTMLElement>(null);
  const current = tabs.find(({ isCurrent }) => isCurrent)?.label;
  // Where there is no room for all, the current one is in sight.
  useEffect(() => {
    function show(): void {
      const link = current === undefined ? null : nav.current?.querySelector<HTMLElement>('[aria-current]');
      if (nav.current && link) nav.current.scrollLeft = link.offsetLeft - nav.current.offsetLeft - 40;
    }
    // After the router has put back what it remembers of the page's places.
    const frame = requestAnimationFrame(show);
    return () => cancelAnimationFrame(frame);
  }, [current]);
  return (
    <Box
      ref={nav}
      component="nav"
      aria-label={label}
      sx={{ borderBottom: 1, borderColor: 'divider', overflowX: 'auto', scrollbarWidth: 'none' }}
    >
      <Box component="ul" sx={{ display: 'flex', gap: 1, m: 0, p: 0, listStyle: 'none' }}>
        {tabs.map((tab) => (
          <li key={tab.label}>
            <Box
              component={Link}
              // Parts know no routes; the screen that gives the path does, and says which one is current: a longer path is another tab.
              {...({ to: tab.to, search: tab.search ?? {}, activeOptions: { exact: true } } as object)}
              aria-current={tab.isCurrent ? 'page' : undefined}
              sx={{
                display: 'flex',
                alignItems: 'center',
                gap: 1.5,
                height: 40,
                px: 3,
                whiteSpace: 'nowrap',
                fontWeight: 500,
                textDecoration: 'none',
                color: tab.isCurrent ? 'primary.main' : 'text.secondary',
                boxShadow: tab.isCurrent ? 'inset 0 -2px 0 currentColor' : 'none',
                '&:hover': { color: tab.isCurrent ? 'primary.main' : 'text.primary' },
                '&:focus-visible': { outlineOffset: -2, borderRadius: '6px' },
              }}
            >
              {tab.label}
              {tab.badge === undefined ? null : (
                <Box
                  component="span"
                  sx={{ px: 1.5, borderRadius: 99, fontSize: '0.75rem', bgcolor: 'tint.muted', color: 'text.secondary' }}
                >
                  {tab.badge}
                </Box>
              )}
            </Box>
          </li>
        ))}
      </Box>
    </Box>
  );
}
