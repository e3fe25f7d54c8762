import { sayAge } from '@dmse/domain/sites/position-age';
import { isStructure } from '@dmse/domain/sites/shot-category';
import type { LightItem } from '@dmse/sync/item';
import { nextPointNumber } from '@dmse/sync/rules/numbering';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { type ReactNode, useState } from 'react';
import { Icon } from '../../../parts/icon/icon.tsx';
import { type Fix, useOwnPosition } from '../../../parts/map/own-position.ts';
import { FieldFrame } from '../../frame/field-frame.tsx';
import { Section } from '../../frame/section.tsx';
import { useSecond } from '../../frame/use-second.ts';
import { useFieldRun } from '../../run/field-run.ts';
import { PhotoButton } from '../photo/photo-button.tsx';
import { PointPhotos } from '../photo/point-photos.tsx';
import { ConnectionList } from '../pipe/connection-list.tsx';
import { CategoryFields, StructureFields } from '../pipe/structure-fields.tsx';
import { CodePicker } from './code-picker.tsx';
import type { FieldPoint } from './field-record.ts';
import { ageOf, isStaleFix } from './fix-text.ts';
import { OthersDrafts } from './others-drafts.tsx';
import { withCode } from './point-changes.ts';
import { PointNumber } from './point-number.tsx';
import { PositionPanel } from './position-panel.tsx';
import { usePointForm } from './use-point-form.ts';

export type PointFormProps = {
  /** Null: a new one. */
  base: LightItem | null;
  points: readonly FieldPoint[];
  start: number | null;
  /** What stands above and below the fields of a known point. */
  head?: ReactNode;
  foot?: ReactNode;
};

/** What the Save button says: never that an old position, or none, goes into a new point without a word. */
export function saySave(isNew: boolean, isRetaken: boolean, fix: Fix | null, now: number): string {
  if (!isNew && !isRetaken) return 'Save';
  if (!fix) return isNew ? 'Save without position' : 'Save';
  return isStaleFix(fix, now) ? `Save, position ${sayAge(ageOf(fix, now))} old` : 'Save';
}

/** The form of a point. The position is watched while it stands open. */
export function PointForm({ base, points, start, head, foot }: PointFormProps) {
  const { id: run, gate, settings } = useFieldRun();
  const { form, change, addPhoto, removePhoto, startOver, save, isSaving, isChanged, flush } = usePointForm(run, base);
  const { fix: live, problem } = useOwnPosition();
  const now = useSecond();
  const [held, setHeld] = useState<Fix | null>(null);
  const [isRetaken, setRetaken] = useState(false);
  if (!form) return <FieldFrame place="points">Opening…</FieldFrame>;

  const { values } = form;
  const isNew = form.base === null;
  const fix = held ?? live;
  const wantsFix = isNew || isRetaken;
  const next = nextPointNumber(
    points.map(({ item }) => item),
    start,
  );
  const lastConnection = points.flatMap(({ connections }) => connections.slice(-1))[0] ?? null;
  const press = async () => {
    await save(wantsFix && fix ? { fix, isHeld: held !== null } : null);
    setHeld(null);
    setRetaken(false);
  };
  const bar = (
    <>
      <PhotoButton subject={`${values.name || next} ${values.code ?? ''}`.trim()} onPhoto={addPhoto} onOpen={flush} />
      <Button variant="contained" sx={{ flex: 1 }} loading={isSaving} disabled={!isNew && !isChanged && !isRetaken} onClick={press}>
        {saySave(isNew, isRetaken, fix, now)}
      </Button>
    </>
  );
  return (
    <FieldFrame place="points" bar={bar} contentKey={form.id}>
      {head}
      {form.isRestored ? (
        <Box role="status" sx={{ display: 'flex', alignItems: 'center', gap: 2, mb: 3, p: 3, borderRadius: '10px', bgcolor: 'tint.info' }}>
          <Box sx={{ flex: 1, fontWeight: 600 }}>This is what you were typing when the page closed.</Box>
          <Button variant="outlined" color="inherit" onClick={startOver}>
            Start over
          </Button>
        </Box>
      ) : null}
      <OthersDrafts form={form.key} />
      <Section>
        {wantsFix ? (
          <PositionPanel
            fix={fix}
            problem={problem}
            now={now}
            gate={gate}
            isHeld={held !== null}
            onHold={(isHeld) => setHeld(isHeld ? live : null)}
          />
        ) : (
          <Button variant="outlined" color="inherit" startIcon={<Icon name="my_location" />} onClick={() => setRetaken(true)}>
            Take the position again
          </Button>
        )}
        <PointNumber value={values.name} next={next} onChange={(name) => change({ name })} />
        <CodePicker
          value={values.code}
          used={points.map(({ code }) => code)}
          codes={settings?.codes ?? []}
          onChange={(code) => change(withCode(values, code))}
        />
      </Section>
      {isStructure(values.sub_category) ? (
        <Section title="Connections">
          <ConnectionList
            connections={values.connections}
            last={lastConnection as never}
            onChange={(connections) => change({ connections })}
          />
        </Section>
      ) : null}
      <PointPhotos drafts={form.photos} shot={isNew ? null : form.id} onRemove={removePhoto} />
      <Section>
        <TextField label="Note" multiline minRows={2} value={values.note} onChange={(event) => change({ note: event.target.value })} />
      </Section>
      {isStructure(values.sub_category) ? <StructureFields values={values} onChange={change} /> : null}
      <CategoryFields values={values} onChange={change} />
      {foot}
    </FieldFrame>
  );
}
