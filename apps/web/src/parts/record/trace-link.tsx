import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { Link } from '@tanstack/react-router';
import { Icon } from '../icon/icon.tsx';

export type TraceLinkProps = {
  /** A kind and an id, such as `invoice-line:123`. */
  from: string;
  /** Of which thing, where there are many on the page: only the icon is shown. */
  of?: string;
};

/** To the page that shows what a thing is tied to, from the invoice to the field. */
export function TraceLink({ from, of }: TraceLinkProps) {
  const to = { to: '/report/trace', search: { from } } as object;
  if (of === undefined)
    return (
      <Button component={Link} {...to} variant="outlined" startIcon={<Icon name="account_tree" size={18} />}>
        Trace
      </Button>
    );
  return (
    <Tooltip title="Trace">
      <IconButton component={Link} {...to} size="small" aria-label={`Trace ${of}`}>
        <Icon name="account_tree" size={18} />
      </IconButton>
    </Tooltip>
  );
}
