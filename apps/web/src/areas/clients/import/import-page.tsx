import { checkImport, type ImportCheck, MAX_IMPORT_BYTES, runImport } from '@dmse/contract/clients/import';
import type { Upload } from '@dmse/contract/files/upload';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { invalidateArea } from '../../../api/invalidate.ts';
import { FileDrop } from '../../../parts/file/file-drop.tsx';
import { Reading } from '../../../parts/file/reading.tsx';
import { useFileCheck } from '../../../parts/file/use-file-check.ts';
import { errorText } from '../../../parts/notice/error-state.tsx';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { ImportColumns } from './import-columns.tsx';
import { ImportFindings } from './import-findings.tsx';
import { ImportList } from './import-list.tsx';
import { countImport, sayCount, whyNotImport } from './import-rows.ts';

type Noun = 'clients' | 'contacts';
type Options = { mapping?: Record<string, string>; delimiter?: ImportCheck['delimiter']; encoding?: ImportCheck['encoding'] };

export type ImportWizardProps = { noun: Noun };

/** A CSV becomes clients or contacts: the file, its columns, what is wrong with it, and then all of it or nothing. */
export function ImportWizard({ noun }: ImportWizardProps) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [skipped, setSkipped] = useState<ReadonlySet<number>>(new Set());
  const { file, check, isBusy, isReading, trouble, during, ...checking } = useFileCheck<ImportCheck>();

  function look(upload: Upload, options: Options = {}): Promise<void> {
    setSkipped(new Set());
    return checking.look(upload, () => call(checkImport, {}, { noun, file: upload.id, ...options }));
  }

  function run(): Promise<void> {
    return during(async () => {
      if (!file || !check) return;
      const { delimiter, encoding, mapping } = check;
      const batch = await call(runImport, {}, { noun, file: file.id, delimiter, encoding, mapping, skip_lines: [...skipped] });
      await invalidateArea(queries, 'clients');
      showToast({
        text: `Imported ${sayCount(batch.created, noun)}.`,
        subtitle: 'It can be undone as one from the import page.',
        colour: 'success',
      });
      void navigate({ to: '/jobs', search: { tab: noun } });
    });
  }

  const count = check ? countImport(check, skipped) : null;
  const whyNot = check && count ? whyNotImport(check, count) : null;
  return (
    <Stack sx={{ gap: 4 }}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 3, flexWrap: 'wrap' }}>
        <Typography variant="h2" sx={{ flex: 1 }}>
          Import {noun}
        </Typography>
        <Button onClick={() => void navigate({ to: '/jobs', search: { tab: noun } })}>Back to the list</Button>
      </Stack>
      <FileDrop
        label={file ? `${file.name}. Another file starts again.` : 'CSV file, such as Excel saves'}
        accept={['.csv', '.txt', '.tsv']}
        maxBytes={MAX_IMPORT_BYTES}
        onUploaded={(upload) => void look(upload)}
      />
      {isReading ? <Reading text={`Reading ${file?.name} …`} /> : null}
      {trouble ? <Alert severity="error">{errorText(trouble)}</Alert> : null}
      {file && check && count ? (
        <>
          <ImportColumns
            check={check}
            isBusy={isBusy}
            onChange={(options) =>
              void look(file, { mapping: check.mapping, delimiter: check.delimiter, encoding: check.encoding, ...options })
            }
          />
          <ImportFindings check={check} count={count} skipped={skipped} onSkip={setSkipped} />
          <Stack direction="row" sx={{ alignItems: 'center', gap: 3, flexWrap: 'wrap' }}>
            <Button variant="contained" loading={isBusy} disabled={whyNot !== null} onClick={() => void run()}>
              Import {sayCount(count.ready, noun)}
            </Button>
            <Typography sx={{ color: 'text.secondary' }}>
              {whyNot ?? `${check.rows} ${check.rows === 1 ? 'row' : 'rows'} read, ${skipped.size} left out.`}
            </Typography>
          </Stack>
        </>
      ) : null}
      {check ? null : <ImportList />}
    </Stack>
  );
}
