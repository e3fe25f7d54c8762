import type { Invoice } from '@dmse/contract/invoices/invoice';
import { isOpenInvoice, isPosted } from '@dmse/domain/states/invoice';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Tooltip from '@mui/material/Tooltip';
import { useId, useState } from 'react';
import { Icon } from '../../../parts/icon/icon.tsx';
import { LinkButton } from '../../../parts/links.tsx';
import { VISUALLY_HIDDEN } from '../../../parts/visually-hidden.ts';
import { useCan } from '../../../session/self.ts';
import { MailInvoiceDialog } from './mail-invoice-dialog.tsx';
import { type InvoiceAction, useInvoiceMoves } from './use-invoice-moves.tsx';

export type ReasonButtonProps = { action: InvoiceAction; variant: 'contained' | 'outlined' };

/** A button that says why it cannot be pressed. It can be reached all the same, or the reason could not. */
export function ReasonButton({ action: { verb, icon, whyNot, run }, variant }: ReasonButtonProps) {
  const reasonId = useId();
  const button = (
    <Button
      variant={variant}
      startIcon={<Icon name={icon} size={18} />}
      aria-disabled={whyNot !== null}
      aria-describedby={whyNot === null ? undefined : reasonId}
      disableRipple={whyNot !== null}
      onClick={whyNot === null ? run : undefined}
      sx={whyNot === null ? {} : { opacity: 0.5, cursor: 'default' }}
    >
      {verb}
    </Button>
  );
  if (whyNot === null) return button;
  return (
    <>
      <Tooltip title={whyNot} describeChild>
        {button}
      </Tooltip>
      <Box component="span" id={reasonId} sx={VISUALLY_HIDDEN}>
        {whyNot}
      </Box>
    </>
  );
}

function MoreMenu({ actions }: { actions: readonly InvoiceAction[] }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Tooltip title="More actions">
        <IconButton
          aria-label="More actions"
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={{ flex: '0 0 auto !important' }}
        >
          <Icon name="more_vert" />
        </IconButton>
      </Tooltip>
      {anchor ? (
        <Menu open anchorEl={anchor} onClose={() => setAnchor(null)} slotProps={{ list: { 'aria-label': 'More actions' } }}>
          {actions.map(({ key, verb, icon, whyNot, run, isDestructive }) => (
            <MenuItem
              key={key}
              // Not `disabled`: the reason must be reachable by keyboard and readable at full strength.
              aria-disabled={whyNot !== null}
              onClick={() => {
                if (whyNot !== null) return;
                setAnchor(null);
                run();
              }}
              sx={whyNot === null ? (isDestructive ? { color: 'error.main' } : {}) : { cursor: 'default' }}
            >
              <ListItemIcon sx={{ color: 'inherit' }}>
                <Icon name={whyNot === null ? icon : 'lock'} size={18} />
              </ListItemIcon>
              <ListItemText
                primary={verb}
                secondary={whyNot}
                slotProps={{ secondary: { variant: 'caption' } }}
                sx={{ maxWidth: 320, '& .MuiListItemText-secondary': { whiteSpace: 'normal' } }}
              />
            </MenuItem>
          ))}
        </Menu>
      ) : null}
    </>
  );
}

export type InvoiceActionsProps = {
  invoice: Invoice;
  /** On the page where it is edited there is no link to that page. */
  isEditing?: boolean;
  /** Something on the page is not saved: it would not be in what is submitted. */
  isUnsaved?: boolean;
};
const UNSAVED = 'Save or discard your changes first.';

/** What can be done with the invoice: the next step filled, the rest in a menu with the reasons. */
export function InvoiceActions({ invoice, isEditing = false, isUnsaved = false }: InvoiceActionsProps) {
  const { actions, approval, dialog } = useInvoiceMoves(invoice);
  const [first, ...others] = isUnsaved ? actions.map((action) => ({ ...action, whyNot: UNSAVED })) : actions;
  const isOpen = isOpenInvoice(invoice.state);
  const mayWrite = useCan('invoices.write');
  const [isMailing, setMailing] = useState(false);
  return (
    <>
      {others.length > 0 ? <MoreMenu actions={others} /> : null}
      {approval && !isEditing ? <ReasonButton action={approval} variant="outlined" /> : null}
      {isOpen && invoice.can_edit && !isEditing ? (
        <LinkButton
          to="/invoice/edit/$id"
          params={{ id: String(invoice.id) }}
          variant="outlined"
          startIcon={<Icon name="edit" size={18} />}
        >
          Edit lines
        </LinkButton>
      ) : null}
      {isPosted(invoice.state) && !isEditing && mayWrite ? (
        <Button
          variant={invoice.balance > 0 ? 'contained' : 'outlined'}
          startIcon={<Icon name="mail" size={18} />}
          onClick={() => setMailing(true)}
        >
          Mail
        </Button>
      ) : null}
      {isMailing ? <MailInvoiceDialog invoice={invoice} onClose={() => setMailing(false)} /> : null}
      {first ? <ReasonButton action={first} variant={isOpen ? 'contained' : 'outlined'} /> : null}
      {dialog}
    </>
  );
}
