import MuiDialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId } from 'react';
import { useNarrow } from '../page/use-narrow.ts';

export type DialogProps = {
  open: boolean;
  title: string;
  children: ReactNode;
  /** The buttons, the one to press last. */
  actions: ReactNode;
  onClose: () => void;
  width?: 'xs' | 'sm' | 'md' | 'lg';
  /** Fills the screen on a phone; for dialogs with more than a sentence. */
  isTall?: boolean;
};

/** A dialog for one decision. Anything longer is a page. */
export function Dialog({ open, title, children, actions, onClose, width = 'xs', isTall = false }: DialogProps) {
  const titleId = useId();
  const isNarrow = useNarrow();
  return (
    <MuiDialog open={open} onClose={onClose} maxWidth={width} fullWidth fullScreen={isTall && isNarrow} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>{children}</DialogContent>
      <DialogActions>{actions}</DialogActions>
    </MuiDialog>
  );
}
