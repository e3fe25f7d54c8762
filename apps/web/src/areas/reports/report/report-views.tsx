import { createReportView, listReportViews, type ReportView, removeReportView } from '@dmse/contract/reports/report';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import FormControlLabel from '@mui/material/FormControlLabel';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { useQueryClient } from '@tanstack/react-query';
import { type AnyRouter, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { useCall } from '../../../api/use-call.ts';
import { Dialog } from '../../../parts/dialog/dialog.tsx';
import { Icon } from '../../../parts/icon/icon.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';

/** Takes a view away, everywhere it is listed. */
export function useRemoveView(): (view: ReportView) => Promise<void> {
  const client = useQueryClient();
  return async ({ id, name }) => {
    await call(removeReportView, { id });
    await client.invalidateQueries({ queryKey: [listReportViews.path] });
    showToast({ text: `The view “${name}” is deleted.`, icon: 'check', colour: 'success' });
  };
}

type SaveProps = { report: string; search: string; onClose: () => void };

function SaveView({ report, search, onClose }: SaveProps) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const [isBusy, setBusy] = useState(false);
  async function save(): Promise<void> {
    if (!name.trim() || isBusy) return;
    setBusy(true);
    try {
      await call(createReportView, {}, { report, name: name.trim(), search, is_shared: isShared });
      await client.invalidateQueries({ queryKey: [listReportViews.path] });
      showToast({ text: `The view “${name.trim()}” is saved.`, icon: 'check', colour: 'success' });
      onClose();
    } catch (error) {
      setBusy(false);
      showProblem(error, 'The view was not saved.');
    }
  }
  return (
    <Dialog
      open
      title="Save this view"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button variant="contained" disabled={!name.trim()} loading={isBusy} onClick={() => void save()}>
            Save view
          </Button>
        </>
      }
    >
      <Stack
        component="form"
        sx={{ gap: 3, pt: 1 }}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          label="Name"
          required
          autoFocus
          value={name}
          onChange={(event) => setName(event.target.value)}
          helperText="Filters, grouping and order are kept under this name."
          slotProps={{ htmlInput: { maxLength: 80 } }}
        />
        <FormControlLabel
          control={<Switch checked={isShared} onChange={(event) => setShared(event.target.checked)} />}
          label="Share with everybody who may see this report"
          sx={{ ml: 0, gap: 2 }}
        />
      </Stack>
    </Dialog>
  );
}

export type ReportViewsProps = { report: string; search: string };

/** The views of a report: to open, to keep what is shown now, to delete the one that is open. */
export function ReportViews({ report, search }: ReportViewsProps) {
  const router: AnyRouter = useRouter<AnyRouter>();
  const remove = useRemoveView();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isSaving, setSaving] = useState(false);
  const views = (useCall(listReportViews, {}).data?.results ?? []).filter((view) => view.report === report);
  const mine = views.find((view) => view.is_mine && view.search === search);
  const close = () => setAnchor(null);
  const open = (view: ReportView) => {
    close();
    void router.navigate({ to: `/report/${report}`, search: router.options.parseSearch(view.search) });
  };
  return (
    <>
      <Button
        variant="outlined"
        endIcon={<Icon name="arrow_drop_down" size={18} />}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Views
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close} slotProps={{ list: { 'aria-label': 'Views' } }}>
        {views.map((view) => (
          <MenuItem key={view.id} selected={view.search === search} onClick={() => open(view)}>
            <ListItemText primary={view.name} secondary={view.is_mine ? (view.is_shared ? 'Yours, shared' : null) : 'Shared with you'} />
          </MenuItem>
        ))}
        {views.length > 0 ? <Divider /> : null}
        <MenuItem
          onClick={() => {
            close();
            setSaving(true);
          }}
        >
          Save this view…
        </MenuItem>
        {mine ? (
          <MenuItem
            onClick={() => {
              close();
              remove(mine).catch((error) => showProblem(error, 'The view was not deleted.'));
            }}
          >
            Delete “{mine.name}”
          </MenuItem>
        ) : null}
      </Menu>
      {isSaving ? <SaveView report={report} search={search} onClose={() => setSaving(false)} /> : null}
    </>
  );
}
