import { labelOf } from '@dmse/contract/common/field';
import { createMemo, type Memo, updateMemo } from '@dmse/contract/memos/memo';
import { beginMemo } from '@dmse/domain/memos/begin-memo';
import { sayWhoWasMailed } from '@dmse/domain/memos/memo-recipients';
import { documentFromText } from '@dmse/domain/memos/plain-text';
import { endSentence } from '@dmse/domain/text/history-sentence';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { ProblemError } from '../../../api/problem-error.ts';
import { ConfirmDialog } from '../../../parts/dialog/confirm-dialog.tsx';
import { Dialog } from '../../../parts/dialog/dialog.tsx';
import { FileDrop } from '../../../parts/file/file-drop.tsx';
import { errorText } from '../../../parts/notice/error-state.tsx';
import { RichTextInput } from '../../../parts/rich-text/rich-text-input.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { useSettings } from '../../../session/settings.ts';
import { AttachmentList } from './attachment-list.tsx';
import { MemoRecipients, useMemoRecipients } from './memo-recipients.tsx';

const FIELDS = updateMemo.declaration.body.shape;

export type MemoOwner = { job: number } | { quote: number };
export type Snippet = { name: string; title: string; text: string };

export type MemoEditorProps = {
  owner: MemoOwner;
  /** The memo to change; left out for a new one. */
  memo?: Memo;
  /** What a new one begins with, as it was typed in one line. */
  begun?: string;
  /** Tasks it can be about. */
  tasks: readonly { id: number; name: string }[];
  /** The firm's ready-made texts. */
  snippets: readonly Snippet[];
  onClose: () => void;
};

/** Says what happened, not what was hoped. */
function tellWhoWasMailed({ recipients }: Memo, whyNobody: string | null): void {
  const mails = recipients.map(({ person, address, state }) => ({ name: person?.full_name ?? address, is_refused: state === 'refused' }));
  const isMailed = mails.length > 0 && mails.every(({ is_refused }) => !is_refused);
  const text = sayWhoWasMailed(mails, whyNobody);
  showToast(
    isMailed ? { text, icon: 'check', colour: 'success' } : { text, subtitle: 'The memo is saved.', icon: 'warning', colour: 'warning' },
  );
}

/** Writes a memo, or changes one. What was typed stays when saving is refused. */
export function MemoEditor({ owner, memo, begun = '', tasks, snippets, onClose }: MemoEditorProps) {
  const client = useQueryClient();
  const [typed] = useState(() => beginMemo(begun));
  const [title, setTitle] = useState(memo?.title ?? typed.title);
  const [document, setDocument] = useState<object>(memo?.text ?? documentFromText(typed.text));
  const [editorKey, setEditorKey] = useState(0);
  const [isIssue, setIssue] = useState(memo?.is_issue ?? false);
  const [task, setTask] = useState(memo?.task?.id ?? 0);
  const [attached, setAttached] = useState<Memo['attachments']>(memo?.attachments ?? []);
  const { max_upload_bytes } = useSettings();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const [isLeaving, setLeaving] = useState(false);
  const [wasTouched, setTouched] = useState(begun !== '');
  const mailing = useMemoRecipients(owner, !memo, typed.names);
  const nobody = mailing.whyNobody;
  const noun = 'job' in owner ? 'job' : 'quote';
  const errors = refusal instanceof ProblemError ? refusal.fields : {};

  function take(snippet: Snippet): void {
    setTitle((now) => now || snippet.title);
    setDocument(documentFromText(snippet.text));
    setEditorKey((key) => key + 1);
  }

  /** What was written is thrown away only on purpose. */
  function leave(): void {
    if (wasTouched) setLeaving(true);
    else onClose();
  }

  async function save(): Promise<void> {
    setBusy(true);
    setRefusal(null);
    const attachments = attached.map(({ id }) => id);
    const body = { title, text: document as Record<string, unknown>, is_issue: isIssue, task: task === 0 ? null : task, attachments };
    try {
      if (memo) {
        await call(updateMemo, { id: memo.id }, body, { ifMatch: memo.version });
        showToast({ text: 'Saved the memo.', icon: 'check', colour: 'success' });
      } else {
        const sent = await call(createMemo, {}, { ...body, ...owner, recipients: mailing.added.map(({ id }) => id) });
        tellWhoWasMailed(sent, mailing.whyNobody);
      }
      await client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/jobs/') });
      onClose();
    } catch (error) {
      setRefusal(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      isTall
      width="md"
      title={memo ? 'Change the memo' : 'New memo'}
      onClose={leave}
      actions={
        <>
          <Button onClick={leave}>Discard</Button>
          <Button variant="contained" loading={isBusy} disabled={title.trim() === ''} onClick={() => void save()}>
            {memo || nobody ? 'Save memo' : 'Send memo'}
          </Button>
        </>
      }
    >
      <Stack sx={{ gap: 4, pt: 1 }}>
        {snippets.length > 0 && !memo ? (
          <TextField
            select
            label="Template"
            value=""
            onChange={(event) => take(snippets.find(({ name }) => name === event.target.value)!)}
            sx={{ maxWidth: 320 }}
          >
            {snippets.map(({ name }) => (
              <MenuItem key={name} value={name}>
                {name}
              </MenuItem>
            ))}
          </TextField>
        ) : null}
        <TextField
          label={labelOf(FIELDS.title)}
          required
          autoFocus
          value={title}
          onChange={(event) => {
            setTouched(true);
            setTitle(event.target.value);
          }}
          error={Boolean(errors.title)}
          helperText={errors.title?.[0]}
          slotProps={{ htmlInput: { maxLength: 200 } }}
        />
        <RichTextInput
          key={editorKey}
          label={labelOf(FIELDS.text)}
          initial={document}
          onChange={(next) => {
            setTouched(true);
            setDocument(next);
          }}
          error={errors.text?.[0]}
          {...(memo ? {} : { mentions: { people: [...mailing.told, ...mailing.others], onMention: mailing.add } })}
        />
        {memo ? (
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            Nobody is mailed about a change.
          </Typography>
        ) : (
          <MemoRecipients recipients={mailing} error={errors.recipients?.[0]} />
        )}
        <Stack direction="row" sx={{ gap: 4, flexWrap: 'wrap', alignItems: 'center' }}>
          <FormControlLabel
            label="This is an issue: it blocks the work until it is resolved"
            control={<Checkbox size="small" checked={isIssue} onChange={(event) => setIssue(event.target.checked)} />}
          />
          {tasks.length > 0 ? (
            <TextField
              select
              label={labelOf(FIELDS.task)}
              value={task}
              onChange={(event) => setTask(Number(event.target.value))}
              sx={{ minWidth: 220 }}
            >
              <MenuItem value={0}>Whole {noun}</MenuItem>
              {tasks.map(({ id, name }) => (
                <MenuItem key={id} value={id}>
                  {name}
                </MenuItem>
              ))}
            </TextField>
          ) : null}
        </Stack>
        {isIssue && nobody ? (
          <Alert severity="warning">
            {endSentence(`This issue will block the ${noun}, and nobody will be mailed: ${nobody}`)} Add somebody who can resolve it.
          </Alert>
        ) : null}
        <AttachmentList attachments={attached} onRemove={(id) => setAttached((list) => list.filter((one) => one.id !== id))} />
        <FileDrop
          label="Add attachments"
          isMultiple
          maxBytes={max_upload_bytes}
          onUploaded={(upload) => {
            setTouched(true);
            setAttached((list) => [...list, upload]);
          }}
        />
        {refusal && Object.keys(errors).length === 0 ? <Alert severity="error">{errorText(refusal)}</Alert> : null}
        <ConfirmDialog
          open={isLeaving}
          title="Discard this memo?"
          verb="Throw away"
          onConfirm={async () => onClose()}
          onClose={() => setLeaving(false)}
        >
          What you have written is not kept.
        </ConfirmDialog>
      </Stack>
    </Dialog>
  );
}
