import type { Preferences } from '@dmse/contract/people/user';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { Icon } from '../../../parts/icon/icon.tsx';
import { useSelf } from '../../../session/self.ts';
import { PrefSection } from './pref-section.tsx';
import { useSaveSelf } from './use-save-self.ts';

const PAGE_SIZES = [10, 25, 50, 100, 200];
const JOBS_TABS: Record<Preferences['default_jobs_tab'], string> = {
  contacts: 'Contacts',
  clients: 'Clients',
  quotes: 'Quotes',
  jobs: 'Jobs',
  progress: 'Progress View',
  assignments: 'Assignments View',
};
const FIELD_TABS: Record<Preferences['default_field_tab'], string> = { fieldruns: 'Field Runs', controlpoints: 'Control Points' };

function options(words: Record<string, string>) {
  return Object.entries(words).map(([value, label]) => (
    <MenuItem key={value} value={value}>
      {label}
    </MenuItem>
  ));
}

/** How the app looks and behaves for this person. Every choice is saved at once. */
export function LookSection() {
  const { preferences } = useSelf();
  const save = useSaveSelf();
  const set = (patch: Partial<Preferences>) => void save({ preferences: patch });
  const sizes = [...new Set([...PAGE_SIZES, preferences.page_size])].sort((a, b) => a - b);
  return (
    <>
      <PrefSection title="Theme" text="System follows the setting of your device.">
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label="Theme"
          sx={{ alignSelf: 'start' }}
          value={preferences.theme}
          onChange={(_, theme: Preferences['theme'] | null) => theme && set({ theme })}
        >
          <ToggleButton value="light" sx={{ gap: 2 }}>
            <Icon name="light_mode" size={18} /> Light
          </ToggleButton>
          <ToggleButton value="dark" sx={{ gap: 2 }}>
            <Icon name="dark_mode" size={18} /> Dark
          </ToggleButton>
          <ToggleButton value="system" sx={{ gap: 2 }}>
            <Icon name="devices" size={18} /> System
          </ToggleButton>
        </ToggleButtonGroup>
      </PrefSection>
      <PrefSection title="Lists and dashboards" text="What you see first.">
        <TextField
          select
          label="Rows per page"
          value={preferences.page_size}
          onChange={(event) => set({ page_size: Number(event.target.value) })}
          sx={{ width: 240 }}
        >
          {sizes.map((size) => (
            <MenuItem key={size} value={size}>
              {size}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          select
          label="Jobs dashboard opens on"
          value={preferences.default_jobs_tab}
          onChange={(event) => set({ default_jobs_tab: event.target.value as Preferences['default_jobs_tab'] })}
          sx={{ width: 240 }}
        >
          {options(JOBS_TABS)}
        </TextField>
        <TextField
          select
          label="Field dashboard opens on"
          value={preferences.default_field_tab}
          onChange={(event) => set({ default_field_tab: event.target.value as Preferences['default_field_tab'] })}
          sx={{ width: 240 }}
        >
          {options(FIELD_TABS)}
        </TextField>
      </PrefSection>
      <PrefSection title="Keyboard and network">
        <FormControlLabel
          control={<Switch checked={preferences.single_key_shortcuts} onChange={(_, on) => set({ single_key_shortcuts: on })} />}
          label="Single-key shortcuts, such as / for search and ? for the list of shortcuts"
        />
        <FormControlLabel
          control={<Switch checked={preferences.upload_on_wifi_only} onChange={(_, on) => set({ upload_on_wifi_only: on })} />}
          label="Upload photos on Wi-Fi only (where the browser cannot tell, it asks)"
        />
      </PrefSection>
    </>
  );
}
