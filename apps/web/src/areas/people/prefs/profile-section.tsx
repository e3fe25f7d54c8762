import { uploadFile } from '@dmse/contract/files/upload';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { AvatarCircle } from '../../../parts/icon/avatar-circle.tsx';
import { trackSave } from '../../../session/pending-saves.ts';
import { useSelf } from '../../../session/self.ts';
import { PrefSection } from './pref-section.tsx';
import { useSaveSelf } from './use-save-self.ts';

function Picture() {
  const self = useSelf();
  const save = useSaveSelf();
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  async function upload(event: ChangeEvent<HTMLInputElement>): Promise<void> {
    const chosen = event.currentTarget;
    const file = chosen.files?.[0];
    if (!file) return;
    setBusy(true);
    try {
      const parts = new FormData();
      parts.append('file', file);
      const stored = await trackSave(call(uploadFile, {}, parts));
      await save({ profile_picture: stored.id });
    } catch (error) {
      showProblem(error);
    } finally {
      chosen.value = '';
      setBusy(false);
    }
  }

  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 4, flexWrap: 'wrap' }}>
      <AvatarCircle initials={self.initials} picture={self.profile_picture_url} size={64} />
      <input ref={input} type="file" accept="image/png,image/jpeg,image/webp" onChange={upload} aria-label="Profile picture" hidden />
      <Button variant="outlined" loading={isBusy} onClick={() => input.current?.click()}>
        {self.profile_picture_url ? 'Change picture' : 'Add a picture'}
      </Button>
      {self.profile_picture_url ? (
        <Button onClick={() => void save({ profile_picture: null })} disabled={isBusy}>
          Remove picture
        </Button>
      ) : null}
    </Box>
  );
}

function Phone() {
  const self = useSelf();
  const save = useSaveSelf();
  const [phone, setPhone] = useState(self.phone);
  function submit(event: FormEvent): void {
    event.preventDefault();
    void save({ phone });
  }
  return (
    <Box component="form" onSubmit={submit} sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
      <TextField
        label="Phone"
        type="tel"
        autoComplete="tel"
        value={phone}
        onChange={(event) => setPhone(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 40 } }}
        sx={{ width: 240 }}
      />
      <Button type="submit" variant="outlined" disabled={phone.trim() === self.phone}>
        Save phone
      </Button>
    </Box>
  );
}

/** What colleagues see of the person. Name, e-mail and groups are kept by the users administrators. */
export function ProfileSection() {
  const self = useSelf();
  return (
    <PrefSection title="Profile" text={`${self.full_name}, ${self.email}. Name and e-mail are changed by a users administrator.`}>
      <Picture />
      <Phone />
    </PrefSection>
  );
}
