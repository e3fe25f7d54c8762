import { getInvoiceChoices, type Invoice, type InvoiceChoices } from '@dmse/contract/invoices/invoice';
import type { LineKind } from '@dmse/domain/invoices/lines';
import { drawRetainer } from '@dmse/domain/invoices/retainer';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useCall } from '../../../api/use-call.ts';
import { LeaveGuard } from '../../../parts/form/leave-guard.tsx';
import { SaveBar } from '../../../parts/form/save-bar.tsx';
import { SheetStyle } from '../../../parts/grid/sheet-style.ts';
import { useUndoKeys } from '../../../parts/grid/use-undo-keys.ts';
import { EmptyState } from '../../../parts/notice/empty-state.tsx';
import { ErrorState } from '../../../parts/notice/error-state.tsx';
import { AddWorkDialog } from './add-work-dialog.tsx';
import { CapDialog, cappedJobs } from './cap-dialog.tsx';
import { DiscountDialog } from './discount-dialog.tsx';
import { addDiscount, addRetainer, addWork, billPart, type DraftEntry, newLine, sumsOf, whyNotDraftLine } from './draft-lines.ts';
import { LineGrid } from './line-grid.tsx';

import { LinesSums } from './lines-sums.tsx';
import { type LinesTool, LinesToolbar } from './lines-toolbar.tsx';
import { PartDialog } from './part-dialog.tsx';
import { type Lines, useLines } from './use-lines.ts';

/** Ctrl+S saves, wherever the focus is. */
function useSaveKey(save: () => void, isOn: boolean): void {
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      // What is typed in a cell is written when the cell is left.
      if (document.activeElement instanceof HTMLElement && document.activeElement.closest('[role="gridcell"]'))
        document.activeElement.blur();
      setTimeout(() => latest.current());
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isOn]);
}

function Problems({ lines, choices }: { lines: Lines; choices: InvoiceChoices }) {
  const { problem, theirs, bad } = lines;
  const unread = [...bad.values()].filter(({ text }) => text !== undefined);
  const wrong = lines.lines.flatMap((line, at) => {
    const why = whyNotDraftLine(line, choices);
    return why ? [`Line ${at + 1}: ${why}`] : [];
  });
  return (
    <>
      {theirs ? (
        <Alert
          severity="warning"
          sx={{ mb: 3 }}
          action={
            <>
              <Button color="inherit" size="small" onClick={lines.takeTheirs}>
                Take theirs
              </Button>
              <Button color="inherit" size="small" onClick={lines.keepMine}>
                Keep mine
              </Button>
            </>
          }
        >
          {theirs.updated_by?.full_name ?? 'Somebody'} has saved this invoice meanwhile. Keep yours and save again to replace theirs.
        </Alert>
      ) : null}
      {problem ? (
        <Alert severity="error" sx={{ mb: 3, whiteSpace: 'pre-line' }}>
          {problem}
        </Alert>
      ) : null}
      {unread.length > 0 ? (
        <Alert severity="error" sx={{ mb: 3 }}>
          {unread[0]!.problem} Mend the marked cells, or leave them with Escape.
        </Alert>
      ) : null}
      {lines.isUnsaved && wrong.length > 0 && !problem ? (
        <Alert severity="info" sx={{ mb: 3, whiteSpace: 'pre-line' }}>
          {wrong.slice(0, 3).join('\n')}
        </Alert>
      ) : null}
    </>
  );
}

type BoardProps = { invoice: Invoice; choices: InvoiceChoices; onUnsaved: (isUnsaved: boolean) => void };

function Board({ invoice, choices, onUnsaved }: BoardProps) {
  const lines = useLines(invoice);
  const { change, isUnsaved, isSaving, save, undo, redo } = lines;
  const [tool, setTool] = useState<LinesTool | null>(null);
  const [part, setPart] = useState<DraftEntry | null>(null);
  const canEdit = invoice.can_edit;
  const steps = useRef({ undo, redo });
  steps.current = { undo, redo };
  const keys = useMemo(() => ({ undo: () => steps.current.undo(), redo: () => steps.current.redo() }), []);
  useUndoKeys(keys, canEdit);
  const isUnread = [...lines.bad.values()].some(({ text }) => text !== undefined);
  const send = () => {
    if (isUnsaved && !isSaving && !isUnread) void save();
  };
  useSaveKey(send, canEdit);
  useEffect(() => onUnsaved(isUnsaved), [isUnsaved, onUnsaved]);
  const unsaved = useRef(isUnsaved);
  unsaved.current = isUnsaved;
  const sums = useMemo(() => sumsOf(lines.lines, choices, invoice.is_tax_exempt), [lines.lines, choices, invoice.is_tax_exempt]);
  const drawn = drawRetainer(invoice.retainer, sums.total);
  const hasRetainer = lines.lines.some(({ kind }) => kind === 'retainer');
  const tools: LinesTool[] = [
    'work',
    ...(sums.subtotal > 0 ? (['discount'] as const) : []),
    ...(cappedJobs(lines.lines, choices).length > 0 ? (['cap'] as const) : []),
    ...(drawn < 0 && !hasRetainer ? (['retainer'] as const) : []),
  ];
  const close = () => setTool(null);
  const add = (kind: LineKind) => change((now) => [...now, newLine(now, kind, choices)]);
  const items = new Set(lines.lines.flatMap(({ entries }) => entries.map(({ item }) => item)));
  return (
    <SheetStyle>
      {canEdit ? (
        <LinesToolbar
          lines={lines}
          tools={tools}
          onAdd={add}
          onTool={(next) => (next === 'retainer' ? change((now) => addRetainer(now, drawn, choices, invoice.language)) : setTool(next))}
        />
      ) : (
        <Alert severity="info" sx={{ mb: 3 }}>
          {invoice.why_not_edit}
        </Alert>
      )}
      <Problems lines={lines} choices={choices} />
      {lines.lines.length === 0 ? (
        <EmptyState
          icon="receipt_long"
          title="There are no lines yet."
          text="Add work that is ready, or a line for a fee, a retainer or a text."
        />
      ) : (
        <LineGrid lines={lines} choices={choices} canEdit={canEdit} onPart={setPart} />
      )}
      <LinesSums sums={sums} exemption={invoice.is_tax_exempt ? invoice.tax_exempt_reason : null} />
      {canEdit && lines.lines.length > 0 ? (
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary', mt: 3, display: { xs: 'none', sm: 'block' } }}>
          Type into a cell, or press F2. Alt+Enter opens a line, Ctrl+Enter adds one, Ctrl+D duplicates it, Alt+↑ and Alt+↓ move it,
          Ctrl+Delete removes it.
        </Typography>
      ) : null}
      {isUnsaved && canEdit ? (
        <form
          style={{ position: 'sticky', bottom: 12, zIndex: 5, marginTop: 16 }}
          onSubmit={(event) => {
            event.preventDefault();
            send();
          }}
        >
          <SaveBar saveLabel="Save" discardLabel="Discard" message="Unsaved changes" isSaving={isSaving} onDiscard={lines.discard} />
        </form>
      ) : null}
      <LeaveGuard isUnsaved={() => unsaved.current} />
      {part ? (
        <PartDialog
          entry={part}
          onClose={() => setPart(null)}
          onDone={(billed, rest) => {
            change((now) => billPart(now, part, billed, rest, choices));
            setPart(null);
          }}
        />
      ) : null}
      {tool === 'work' ? (
        <AddWorkDialog
          client={invoice.client.id}
          without={items}
          onClose={close}
          onDone={(more) => {
            change((now) => addWork(now, more, choices, invoice.language));
            close();
          }}
        />
      ) : null}
      {tool === 'discount' ? (
        <DiscountDialog
          lines={lines.lines}
          language={invoice.language}
          onClose={close}
          onDone={(discount, words) => {
            change((now) => addDiscount(now, discount, words, choices));
            close();
          }}
        />
      ) : null}
      {tool === 'cap' ? (
        <CapDialog
          lines={lines.lines}
          choices={choices}
          onClose={close}
          onDone={(next) => {
            change(() => next);
            close();
          }}
        />
      ) : null}
    </SheetStyle>
  );
}

export type EditTabProps = { invoice: Invoice; onUnsaved: (isUnsaved: boolean) => void };

/** The Lines tab: the lines as a spreadsheet, saved as a whole. */
export function LinesTab({ invoice, onUnsaved }: EditTabProps) {
  const { data, error, isError, refetch } = useCall(getInvoiceChoices, { id: invoice.id });
  if (isError && !data) return <ErrorState title="The lines could not be loaded." error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton variant="rounded" height={320} role="progressbar" aria-label="Loading the lines" />;
  return <Board invoice={invoice} choices={data} onUnsaved={onUnsaved} />;
}
