import type { Refusal } from '@dmse/sync/local/storage';

/** Why something was not saved, and what to do, for whoever stands in the rain. The form keeps what was typed in every case. */
export function sayRefusal({ why, field }: Refusal): string {
  const what = field?.replaceAll('_', ' ');
  switch (why) {
    case 'STORAGE_FULL':
      return 'This device’s storage is full, and nothing more can be freed. Nothing is lost: your entry is still in the form. Export now, or free some space and save again.';
    case 'STORE_BROKEN':
      return 'The browser could not write to this device. Your entry is still in the form. Try again; if the problem continues, export and reload the app.';
    case 'CHANGED':
      return `${what ? `“${what}”` : 'This'} was changed meanwhile, in another tab or by the office. Look at the new value, then save again to keep yours.`;
    case 'GONE':
      return 'This record is no longer on this device. Your entry is still in the form; save it as a new one.';
    case 'UNSOUND':
      return `${what ? `“${what}”` : 'A field'} is not a number that can be stored. Correct it and save again.`;
    case 'READ_BACK':
      return 'The picture could not be read back as it was taken. It is still in the form. Save again; if the problem continues, take it again.';
  }
}
