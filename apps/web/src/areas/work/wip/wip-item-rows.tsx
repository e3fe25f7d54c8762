import { listWipItems, type WipItem } from '@dmse/contract/wip/wip';
import { isCounted, isFreeWip, type WipFigure, type WipState } from '@dmse/domain/states/wip';
import Link from '@mui/material/Link';
import { Link as RouterLink } from '@tanstack/react-router';
import { useState } from 'react';
import { useCall } from '../../../api/use-call.ts';
import { Icon } from '../../../parts/icon/icon.tsx';
import { errorText } from '../../../parts/notice/error-state.tsx';
import { PageBar } from '../../../parts/search/page-bar.tsx';
import { formatCents } from '../../../parts/text/money-text.tsx';
import { queryOfTask, type TaskKey } from './use-explain.ts';
import type { WipSelection } from './use-wip-selection.ts';
import { WipHistoryDialog } from './wip-history-dialog.tsx';
import { linkOfItem, traceOfItem } from './wip-item-link.ts';
import { WipStateChip } from './wip-state-chip.tsx';

const PAGE = 50;

/** An amount stands in the columns it counts in. */
function Counted({ item, figure, label }: { item: WipItem; figure: WipFigure; label: string }) {
  return isCounted(figure, item.state) ? (
    <td className="facts number">
      <span className="phone-label">{label} </span>
      {formatCents(item.amount, true)}
    </td>
  ) : (
    <td className="facts number" />
  );
}

const isSelectable = ({ state }: WipItem) => isFreeWip(state) || isCounted('written_off', state);

function ItemRow({ item, job, selection }: { item: WipItem; job: number; selection: WipSelection | null }) {
  const title = [item.work_date, item.who, item.what].filter(Boolean).join(' · ');
  const [isOpen, setOpen] = useState(false);
  return (
    <tr aria-level={3} className="row milestone item" data-row={`item-${item.item}`}>
      <td className="pick">
        {selection && isSelectable(item) ? (
          <input
            type="checkbox"
            data-cell="pick"
            className={selection.items.has(item.item) ? undefined : 'quiet'}
            aria-label={`Select ${title}`}
            checked={selection.items.has(item.item)}
            onChange={(event) => selection.selectItem(item, event.target.checked)}
          />
        ) : null}
      </td>
      <td className="name">
        <div>
          <Link component={RouterLink} to={linkOfItem(item.item, job)} data-cell="name">
            {title}
          </Link>
        </div>
        <div className="muted">{item.says}</div>
      </td>
      <td className="facts" colSpan={2}>
        <WipStateChip item={item} /> {isCounted('written_off', item.state) ? formatCents(item.amount) : null}
        <button
          type="button"
          className="icon-button quiet"
          data-cell="history"
          title="History"
          aria-label={`History of ${title}`}
          onClick={() => setOpen(true)}
        >
          <Icon name="history" size={18} />
        </button>
        <RouterLink
          to="/report/trace"
          search={{ from: traceOfItem(item.item) }}
          className="icon-button quiet"
          data-cell="trace"
          title="Trace"
          aria-label={`Trace ${title}`}
        >
          <Icon name="account_tree" size={18} />
        </RouterLink>
        {isOpen ? <WipHistoryDialog item={item.item} title={title} onClose={() => setOpen(false)} /> : null}
      </td>
      <Counted item={item} figure="billed" label="Billed" />
      <Counted item={item} figure="wip" label="WIP" />
      <Counted item={item} figure="hold" label="Hold" />
    </tr>
  );
}

export type WipItemRowsProps = { job: number; task: TaskKey; states: readonly WipState[]; selection: WipSelection | null };

/** The entries of a task, a page at a time. */
export function WipItemRows({ job, task, states, selection }: WipItemRowsProps) {
  const [page, setPage] = useState(1);
  const asked = { job, ...queryOfTask(task), state: [...states], page, page_size: PAGE };
  const { data, error, isError } = useCall(listWipItems, asked, { keepOld: true, staleTime: 0 });
  const says = isError && !data ? errorText(error) : !data ? 'Loading the entries…' : data.count === 0 ? 'No such entries.' : null;
  if (!data || says)
    return (
      <tr aria-level={3} className="row add">
        <td className="pick" />
        <td className="name muted" colSpan={6}>
          {says}
        </td>
      </tr>
    );
  return (
    <>
      {data.results.map((item) => (
        <ItemRow key={item.item} item={item} job={job} selection={selection} />
      ))}
      {data.count > PAGE ? (
        <tr aria-level={3} className="row add">
          <td className="pick" />
          <td className="name" colSpan={6}>
            <PageBar page={page} pageSize={PAGE} count={data.count} onPage={setPage} />
          </td>
        </tr>
      ) : null}
    </>
  );
}
