import type { InputOf } from '@dmse/contract/endpoint';
import { exportReport, REPORT_FORMATS } from '@dmse/contract/reports/report';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { ProblemError } from '../../../api/problem-error.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { saveFile } from '../../../parts/file/save-file.ts';
import { Icon } from '../../../parts/icon/icon.tsx';

type Format = (typeof REPORT_FORMATS)[number];
const LABELS: Record<Format, string> = { csv: 'CSV', xlsx: 'Excel workbook', pdf: 'PDF' };

export type ReportDownloadsProps = { asked: Omit<InputOf<typeof exportReport>, 'format'> };

/** The report as it is shown, all pages of it, as a file. */
export function ReportDownloads({ asked }: ReportDownloadsProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isBusy, setBusy] = useState(false);
  async function download(format: Format): Promise<void> {
    setAnchor(null);
    setBusy(true);
    try {
      saveFile(await call(exportReport, { ...asked, format } as InputOf<typeof exportReport>));
    } catch (error) {
      // The sentence is about the file as a whole, not about a field somebody has filled in.
      const why = error instanceof ProblemError ? error.fields.format?.[0] : undefined;
      showProblem(why ? new Error(why) : error, 'The file was not made.');
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      <Button
        variant="contained"
        loading={isBusy}
        startIcon={<Icon name="download" size={18} />}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Download
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)} slotProps={{ list: { 'aria-label': 'Download' } }}>
        {REPORT_FORMATS.map((format) => (
          <MenuItem key={format} onClick={() => void download(format)}>
            {LABELS[format]}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
