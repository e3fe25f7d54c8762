import Box from '@mui/material/Box';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { LookSection } from './look-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

/** A person's own settings. */
export function Prefs() {
  return (
    <Box sx={{ maxWidth: 900 }}>
      <PageHeader title="Preferences" />
      <Box sx={{ display: 'grid', gap: 3 }}>
        <LookSection />
        <ProfileSection />
        <PasswordSection />
        <SecondFactorSection />
        <SessionsSection />
      </Box>
    </Box>
  );
}
