import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { type FieldCode, KIND_WORDS } from '../field/list-text.ts';
import { isSameCode } from './code-edits.ts';
import { readCodeLines } from './read-code-lines.ts';

export type PasteCodesDialogProps = {
  known: readonly string[];
  onTake: (codes: FieldCode[]) => void;
  onClose: () => void;
};

const count = (many: number, word: string) => `${many} ${word}${many === 1 ? '' : 's'}`;

/** Several codes at once, a line each. What cannot be read is named, and stays in the box when the rest has been taken. */
export function PasteCodesDialog({ known, onTake, onClose }: PasteCodesDialogProps) {
  const [text, setText] = useState('');
  const [kind, setKind] = useState<FieldCode['kind']>('feature');
  const file = useRef<HTMLInputElement>(null);
  const { good, bad } = readCodeLines(text);
  const renewed = good.filter(({ code }) => known.some((one) => isSameCode(one, code)));
  const news = good.length - renewed.length;

  function take(): void {
    onTake(good.map((line) => ({ ...line, kind, structure: null })));
    if (bad.length === 0) onClose();
    else setText(bad.map((line) => line.text).join('\n'));
  }

  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button variant="contained" disabled={good.length === 0} onClick={take}>
        Take {count(good.length, 'code')}
      </Button>
    </>
  );
  return (
    <Dialog open title="Paste several codes" onClose={onClose} actions={actions} width="sm" isTall>
      <Stack sx={{ gap: 4, pt: 2 }}>
        <TextField
          label="Codes"
          multiline
          minRows={6}
          maxRows={14}
          autoFocus
          value={text}
          onChange={(event) => setText(event.target.value)}
          helperText="One code a line, its meaning after a comma: CB,catch basin"
          slotProps={{ htmlInput: { spellCheck: false } }}
        />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center' }}>
          <TextField
            select
            label="Kind of new codes"
            value={kind}
            onChange={(event) => setKind(event.target.value as FieldCode['kind'])}
            sx={{ minWidth: 180 }}
          >
            {Object.entries(KIND_WORDS).map(([value, word]) => (
              <MenuItem key={value} value={value}>
                {word}
              </MenuItem>
            ))}
          </TextField>
          <Button variant="outlined" onClick={() => file.current?.click()}>
            Read a text file
          </Button>
          <input
            ref={file}
            type="file"
            hidden
            aria-label="Text file with codes"
            accept=".csv,.txt,text/plain,text/csv"
            onChange={async (event) => {
              const chosen = event.target.files?.[0];
              event.target.value = '';
              if (chosen) setText(await chosen.text());
            }}
          />
        </Box>
        {text.trim() === '' ? null : (
          <Typography role="status">
            {count(news, 'new code')}
            {renewed.length > 0 ? `, ${count(renewed.length, 'code')} with another meaning` : ''}
          </Typography>
        )}
        {bad.length > 0 ? (
          <Alert severity="warning">
            <AlertTitle>{count(bad.length, 'line')} cannot be taken</AlertTitle>
            <Box component="ul" aria-label="Lines with errors" sx={{ m: 0, pl: 5, maxHeight: 200, overflowY: 'auto' }}>
              {bad.map(({ line, text: words, why }) => (
                <Box component="li" key={line} sx={{ overflowWrap: 'anywhere' }}>
                  Line {line}, “{words.slice(0, 60)}”: {why}
                </Box>
              ))}
            </Box>
          </Alert>
        ) : null}
      </Stack>
    </Dialog>
  );
}
