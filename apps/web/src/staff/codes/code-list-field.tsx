import { FieldCodes } from '@dmse/contract/settings/field';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useCallback, useState } from 'react';
import { sayValue } from '../../parts/form/form-values.ts';
import { fieldNames } from '../../parts/form/record-form.tsx';
import { useField } from '../../parts/form/use-field.ts';
import { Icon } from '../../parts/icon/icon.tsx';
import { EmptyState } from '../../parts/notice/empty-state.tsx';
import { SearchBox } from '../../parts/search/search-box.tsx';
import { type FieldCode, sayCode } from '../field/list-text.ts';
import { CodeDialog } from './code-dialog.tsx';
import { type CodeSetting, isSameCode, matchesCode, putCode, removeCode, takeCodes } from './code-edits.ts';
import { CodeTable } from './code-table.tsx';
import { ControlCodes } from './control-codes.tsx';
import { PasteCodesDialog } from './paste-codes-dialog.tsx';

const field = fieldNames(FieldCodes);

type Open = { kind: 'none' } | { kind: 'code'; code: FieldCode | null } | { kind: 'paste' };

/** The codes and which of them are on control. Changes wait in the form until it is saved. */
export function CodeListField() {
  const say = useCallback((value: unknown) => ((value as FieldCode[] | undefined) ?? []).map(sayCode).join('\n') || sayValue(null), []);
  const codes = useField(field.codes, undefined, say);
  const control = useField(field.control_codes);
  const [query, setQuery] = useState('');
  const [open, setOpen] = useState<Open>({ kind: 'none' });
  const setting: CodeSetting = {
    codes: (codes.field.value as FieldCode[] | undefined) ?? [],
    control_codes: (control.field.value as string[] | undefined) ?? [],
  };
  const shown = query.trim() === '' ? setting.codes : setting.codes.filter((code) => matchesCode(code, query.trim()));
  const known = setting.codes.map(({ code }) => code);
  const isControl = (code: string) => setting.control_codes.some((one) => isSameCode(one, code));

  function change(next: CodeSetting): void {
    codes.field.onChange(next.codes);
    control.field.onChange(next.control_codes);
  }
  const close = () => setOpen({ kind: 'none' });
  const complaints = Object.entries(codes.itemErrors).map(([at, why]) => `${setting.codes[Number(at)]?.code ?? at}: ${why}`);
  if (codes.error) complaints.unshift(codes.error);

  return (
    <Box role="group" aria-label="Codes">
      <ControlCodes codes={setting.control_codes} known={known} error={control.error} onChange={control.field.onChange} />
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 2, mb: 3 }}
        // Enter in the search box must not save the form.
        onKeyDown={(event) => event.key === 'Enter' && event.target instanceof HTMLInputElement && event.preventDefault()}
      >
        <SearchBox label="Search codes" initial={query} onChange={setQuery} onEnter={() => {}} />
        <Box sx={{ flex: 1, minWidth: 0 }} />
        <Button variant="outlined" startIcon={<Icon name="content_copy" size={18} />} onClick={() => setOpen({ kind: 'paste' })}>
          Paste several
        </Button>
        <Button variant="contained" startIcon={<Icon name="add" size={18} />} onClick={() => setOpen({ kind: 'code', code: null })}>
          Add code
        </Button>
      </Box>
      {complaints.length > 0 ? (
        <Alert severity="error" sx={{ mb: 3 }}>
          {complaints.join(' ')}
        </Alert>
      ) : null}
      <Typography variant="body2" role="status" sx={{ color: 'text.secondary', mb: 2 }}>
        {shown.length === setting.codes.length ? `${known.length} codes` : `${shown.length} of ${known.length} codes`}
      </Typography>
      <CodeTable
        codes={shown}
        isControl={isControl}
        empty={<EmptyState icon="search_off" title="No code matches this search." />}
        onEdit={(code) => setOpen({ kind: 'code', code })}
        onRemove={(code) => change(removeCode(setting, code.code))}
      />
      {open.kind === 'code' ? (
        <CodeDialog
          code={open.code}
          isControl={open.code !== null && isControl(open.code.code)}
          known={known}
          onClose={close}
          onDone={(code, onControl) => {
            change(putCode(setting, open.code?.code ?? null, code, onControl));
            close();
          }}
        />
      ) : null}
      {open.kind === 'paste' ? (
        <PasteCodesDialog known={known} onClose={close} onTake={(taken) => change(takeCodes(setting, taken))} />
      ) : null}
    </Box>
  );
}
