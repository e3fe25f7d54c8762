import {
  getHistoricalFile,
  type HistoricalFile,
  listHistoricalFileHistory,
  removeHistoricalFile,
  updateHistoricalFile,
} from '@dmse/contract/historicals/historical-file';
import { nameHistoricalFile } from '@dmse/domain/historicals/relevant-fields';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { call } from '../../../api/call.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { lazyPart } from '../../../parts/lazy-part.tsx';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { HistoryPanel } from '../../../parts/record/history-panel.tsx';
import { RecordPage } from '../../../parts/record/record-page.tsx';
import { RemoveButton } from '../../../parts/record/remove-button.tsx';
import { useWords } from '../../../parts/search/address.ts';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { rememberRecord } from '../../../session/recent-records.ts';
import { useCan, useSelf } from '../../../session/self.ts';
import { LocationPanel } from '../../places/location/location-panel.tsx';
import { PlaceThumbnail } from '../../places/location/place-thumbnail.tsx';
import { NearPanel } from '../../places/near/near-panel.tsx';
import { refreshHistoricals } from '../refresh-historicals.ts';
import { ScanPanel } from '../scan/scan-panel.tsx';
import { readViewerPlace } from '../viewer/viewer-address.ts';
import { HistoricalFacts } from './historical-facts.tsx';
import { HistoricalForm } from './historical-form.tsx';

const ScanViewer = lazyPart(() => import('../viewer/scan-viewer.tsx').then((file) => file.ScanViewer));

const LIST = { to: '/historicals' };

type Named = { file: HistoricalFile; name: string };

function Actions({ file, name }: Named) {
  const client = useQueryClient();
  async function finish(): Promise<void> {
    try {
      await call(updateHistoricalFile, { id: file.id }, { is_draft: false }, { ifMatch: file.version });
      showToast({ text: `${name} is no draft any more.`, icon: 'check', colour: 'success' });
    } catch (error) {
      showProblem(error);
    }
    await refreshHistoricals(client);
  }
  return (
    <>
      <RemoveButton endpoint={removeHistoricalFile} id={file.id} noun="file" name={name} list={LIST}>
        What was typed about it and {file.scan_count === 1 ? 'its scan' : `its ${file.scan_count} scans`} will be gone; only its history
        stays.
      </RemoveButton>
      {file.is_draft ? (
        <Button variant="contained" onClick={() => void finish()}>
          Done
        </Button>
      ) : null}
    </>
  );
}

function Loaded({ file }: { file: HistoricalFile }) {
  const client = useQueryClient();
  const { id: person } = useSelf();
  const mayWrite = useCan('historicals.write');
  const place = readViewerPlace(useWords());
  const [isEditing, setEditing] = useState(false);
  const name = nameHistoricalFile(file);
  const { id } = file;
  useEffect(() => {
    rememberRecord(person, { kind: 'Historical file', title: name, path: `/historical/${id}` });
  }, [person, name, id]);
  return (
    <>
      <PageHeader
        title={name}
        chip={file.is_draft ? <Chip size="small" label="Draft" /> : undefined}
        subtitle={[file.company, file.client_name === name ? '' : file.client_name].filter(Boolean).join(' · ')}
        actions={mayWrite ? <Actions file={file} name={name} /> : undefined}
      />
      {isEditing && mayWrite ? (
        <HistoricalForm file={file} onClose={() => setEditing(false)} />
      ) : (
        <HistoricalFacts
          file={file}
          aside={<PlaceThumbnail noun="historical file" id={id} num={name} location={file.location} />}
          onEdit={mayWrite ? () => setEditing(true) : undefined}
        />
      )}
      <ScanPanel file={id} isReadOnly={!mayWrite} />
      <LocationPanel
        noun="historical file"
        id={id}
        num={name}
        location={file.location}
        isReadOnly={!mayWrite}
        onSave={async (patch) => {
          await call(updateHistoricalFile, { id }, { location: patch }, { ifMatch: file.version });
          await refreshHistoricals(client);
        }}
      />
      <NearPanel layer="historical" id={id} geometry={file.location?.geometry ?? null} />
      <HistoryPanel endpoint={listHistoricalFileHistory} id={id} />
      {place ? <ScanViewer key={place.scan} file={id} name={name} place={place} /> : null}
    </>
  );
}

/** An old plan or folder: what is written about it, its scans, and where it belongs. */
export function HistoricalFilePage() {
  const { id } = useParams({ from: '/historical/$id' });
  return (
    <RecordPage endpoint={getHistoricalFile} id={Number(id)} noun="historical file" list={LIST}>
      {(file) => <Loaded key={file.id} file={file} />}
    </RecordPage>
  );
}
