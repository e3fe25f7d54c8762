import Tooltip from '@mui/material/Tooltip';
import { linkOptions } from '@tanstack/react-router';
import { Icon } from '../icon/icon.tsx';
import { LinkButton, LinkIconButton } from '../links.tsx';

export type TraceLinkProps = {
  /** A kind and an id, such as `invoice-line:123`. */
  from: string;
  /** Of which thing, where there are many on the page: only the icon is shown. */
  of?: string;
};

/** To the page that shows what a thing is tied to, from the invoice to the field. */
export function TraceLink({ from, of }: TraceLinkProps) {
  const to = linkOptions({ to: '/report/trace', search: { from } });
  if (of === undefined)
    return (
      <LinkButton {...to} variant="outlined" startIcon={<Icon name="account_tree" size={18} />}>
        Trace
      </LinkButton>
    );
  return (
    <Tooltip title="Trace">
      <LinkIconButton {...to} size="small" aria-label={`Trace ${of}`}>
        <Icon name="account_tree" size={18} />
      </LinkIconButton>
    </Tooltip>
  );
}
