import { type LoadedKind, sayNotLoaded } from '@dmse/domain/sites/not-loaded';
import { startRun, updateRun } from '@dmse/sync/local/run';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Switch from '@mui/material/Switch';
import { linkOptions, useNavigate } from '@tanstack/react-router';
import { LinkButton } from '../../parts/links.tsx';
import { useWord } from '../../parts/search/address.ts';
import { DateText } from '../../parts/text/date-text.tsx';
import { useStore } from '../../session/store.ts';
import { photoHabits, setPhotoHabits } from '../capture/photo/photo-settings.ts';
import { PhotoStrip } from '../capture/photo/photo-strip.tsx';
import { KeptText } from '../capture/point/kept-text.tsx';
import { NewPointButton } from '../capture/point/new-point-button.tsx';
import { readPicture } from '../device/local-layers.ts';
import { useFieldSession } from '../device/use-field.tsx';
import { FieldFrame } from '../frame/field-frame.tsx';
import { say, sayNotSaved } from '../frame/field-note.ts';
import { RowLink } from '../frame/row-link.tsx';
import { Section } from '../frame/section.tsx';
import { hasRisk, runNames, runText, useImages, usePipes, usePoints, useRunItem } from '../frame/use-records.ts';
import { count } from './count-text.ts';
import { useFieldRun, useRunSync } from './field-run.ts';
import { LeaveSite } from './leave-site.tsx';
import { RunCrew } from './run-crew.tsx';

/** `details`: what the run is, and everything that is not one of the other places. `show` says which part. */
export function DetailsTab() {
  const show = useWord('show');
  if (show === 'leave') return <LeaveSite />;
  return show === 'photos' ? <PhotosView /> : <DetailsView />;
}

function DetailsView() {
  const { id, openSync } = useFieldRun();
  const session = useFieldSession();
  const run = useRunItem(id);
  const points = (usePoints(id) ?? []).filter((point) => !point.is_deleted).length;
  const pipes = (usePipes(id) ?? []).filter((pipe) => !pipe.is_deleted).length;
  const photos = (useImages(id) ?? []).filter((image) => !image.is_deleted).length;
  const { unsynced, isCounted, not_loaded } = useRunSync();
  if (!run) return <FieldFrame place="more">Opening…</FieldFrame>;
  const tab = (name: string, search: Record<string, string> = {}) =>
    linkOptions({ to: '/fieldrun/field/$id/$tab', params: { id, tab: name }, search });
  const withLacking = (words: string, kinds: readonly LoadedKind[]) => [words, sayNotLoaded(not_loaded, kinds)].filter(Boolean).join('; ');
  const state = runText(run, 'state') ?? 'Waiting';
  const start = async () => {
    const saved = await startRun(session, id);
    if (saved.saved) say('success', 'Saved on device: the run is Active.');
    else sayNotSaved(session, saved);
  };
  const saveNote = async (note: string) => {
    const saved = await updateRun(session, id, { fields: { note: note || null }, seen: { note: run.fields.note ?? null } });
    if (saved.saved) say('success', 'Saved on device.');
    else sayNotSaved(session, saved);
  };
  const bar = (
    <>
      <LinkButton {...tab('details', { show: 'leave' })} variant="outlined" color="inherit" data-tour="leave">
        Leave site
      </LinkButton>
      <NewPointButton />
    </>
  );
  return (
    <FieldFrame place="more" bar={bar}>
      <Section title="This run">
        {runText(run, 'short_description') ? <Box>{runText(run, 'short_description')}</Box> : null}
        <Box sx={{ color: 'text.secondary' }}>
          {state}
          {runText(run, 'started_on') ? (
            <>
              {' since '}
              <DateText value={runText(run, 'started_on')} />
            </>
          ) : null}
          {runNames(run, 'equipment').length > 0 ? ` · ${runNames(run, 'equipment').join(', ')}` : ''}
        </Box>
        {state === 'Waiting' ? (
          <Button variant="outlined" onClick={start}>
            Start Run
          </Button>
        ) : null}
        {hasRisk(run) ? null : (
          <Box
            sx={(theme) => ({
              p: 3,
              borderRadius: '10px',
              border: 2,
              borderColor: 'warning.main',
              backgroundColor: theme.vars.palette.tint.warning,
              fontWeight: 600,
            })}
          >
            There is no risk assessment yet.
          </Box>
        )}
        <RunCrew run={run} />
        <KeptText key={id} label="Note on this run" value={runText(run, 'note') ?? ''} onSave={saveNote} />
      </Section>
      <Section title="More">
        <RowLink
          icon="health_and_safety"
          title="Risk assessment"
          subtitle={hasRisk(run) ? 'Saved' : 'Not done'}
          to={tab('risk-assesment')}
        />
        <RowLink
          icon="location_on"
          title="Points and pipes"
          subtitle={withLacking(`${count(points, 'point')}, ${count(pipes, 'pipe')}`, ['points', 'pipes'])}
          to={tab('points')}
        />
        <RowLink
          icon="photo_library"
          title="Photos"
          subtitle={withLacking(count(photos, 'photo'), ['photos'])}
          to={tab('details', { show: 'photos' })}
        />
        <RowLink icon="layers" title="Layers" subtitle={withLacking('', ['layers'])} to={tab('layers')} />
        <RowLink
          icon="sync"
          title="Sync"
          subtitle={!isCounted ? 'Counting…' : unsynced === 0 ? 'Nothing is waiting' : `${unsynced} unsynced`}
          onClick={openSync}
        />
        <RowLink icon="home" title="Home" to={{ to: '/' }} />
        <RowLink icon="mobile" title="Mobile-Ready Checklist" to={{ to: '/mobile-ready' }} />
      </Section>
      <PhotoHabits />
    </FieldFrame>
  );
}

function PhotoHabits() {
  const { keepsOriginal, stamps } = useStore(photoHabits);
  const row = (label: string, subtitle: string, isOn: boolean, onChange: (isOn: boolean) => void) => (
    <Box component="label" sx={{ display: 'flex', alignItems: 'center', gap: 3, minHeight: 56 }}>
      <Box sx={{ flex: 1 }}>
        <Box sx={{ fontWeight: 600 }}>{label}</Box>
        <Box sx={{ fontSize: '0.875rem', color: 'text.secondary' }}>{subtitle}</Box>
      </Box>
      <Switch checked={isOn} onChange={(event) => onChange(event.target.checked)} slotProps={{ input: { 'aria-label': label } }} />
    </Box>
  );
  return (
    <Section title="Photos on this device">
      {row('Keep originals', 'Larger files, exactly as the camera wrote them, without a stamp.', keepsOriginal, (isOn) =>
        setPhotoHabits({ keepsOriginal: isOn }),
      )}
      {row('Stamp photos', 'Time, position and heading are written into the picture.', stamps, (isOn) => setPhotoHabits({ stamps: isOn }))}
    </Section>
  );
}

function PhotosView() {
  const { id } = useFieldRun();
  const session = useFieldSession();
  const navigate = useNavigate();
  const images = useImages(id)?.filter((image) => !image.is_deleted);
  const points = new Map((usePoints(id) ?? []).map((point) => [point.id, point]));
  const { isCounted, not_loaded } = useRunSync();
  const lacks = sayNotLoaded(not_loaded, ['photos']);
  return (
    <FieldFrame place="more">
      <Section title="Photos">
        {images?.length === 0 && isCounted && !lacks ? <Box>No photos yet. They are taken in the form of a point.</Box> : null}
        {lacks ? <Box>{lacks}.</Box> : null}
        <PhotoStrip
          photos={(images ?? []).map((image) => ({
            id: image.id,
            says: image.name ?? `Photo of ${points.get(image.fieldrun_shot ?? '')?.name ?? 'the site'}`,
            load: () => readPicture(session, image.id),
          }))}
          onOpen={(imageId) => void navigate({ to: '/fieldrun/field/$id/image/$imageId', params: { id, imageId } })}
        />
      </Section>
    </FieldFrame>
  );
}
