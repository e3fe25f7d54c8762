import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import { Icon } from '../icon/icon.tsx';
import { showToast } from '../toast/toast-store.ts';

export type CopyTextProps = {
  text: string;
  /** What it is, for the button: "inbox address". */
  noun: string;
  /** What is shown of it, where it is long. */
  shown?: string;
};

/** Words one takes along. */
export function CopyText({ text, noun, shown = text }: CopyTextProps) {
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ text: `Copied the ${noun}.`, icon: 'content_copy', colour: 'success' });
    } catch {
      showToast({ text: `The ${noun} could not be copied. Select it and copy it by hand.`, icon: 'error', colour: 'error' });
    }
  }
  return (
    <Stack direction="row" component="span" sx={{ gap: 1, alignItems: 'center', minWidth: 0 }}>
      <span style={{ overflowWrap: 'anywhere' }} title={shown === text ? undefined : text}>
        {shown}
      </span>
      <IconButton size="small" aria-label={`Copy the ${noun}`} onClick={() => void copy()}>
        <Icon name="content_copy" size={18} />
      </IconButton>
    </Stack>
  );
}
