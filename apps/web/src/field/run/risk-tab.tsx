import { isEqual } from '@dmse/domain/values/is-equal';
import type { LightItem } from '@dmse/sync/item';
import { discardDraft, readDraft } from '@dmse/sync/local/draft';
import { updateRun } from '@dmse/sync/local/run';
import type { Fields } from '@dmse/sync/wire';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { ChoiceChips } from '../capture/point/choice-chips.tsx';
import { OthersDrafts } from '../capture/point/others-drafts.tsx';
import { useDraft } from '../capture/point/use-draft.ts';
import { useFieldSession } from '../device/use-field.tsx';
import { FieldFrame } from '../frame/field-frame.tsx';
import { say, sayNotSaved } from '../frame/field-note.ts';
import { Section } from '../frame/section.tsx';
import { hasRisk, runNames, runText, useRunItem } from '../frame/use-records.ts';
import { useFieldRun } from './field-run.ts';

const names = z.array(z.string());
const RiskValues = z.object({
  task_types: names,
  present_hazards: names,
  hazard_controls: z.string(),
  personal_protective_equipment_used: names,
});
type RiskValues = z.infer<typeof RiskValues>;

function riskOf(run: LightItem): RiskValues {
  return {
    task_types: [...runNames(run, 'task_types')],
    present_hazards: [...runNames(run, 'present_hazards')],
    hazard_controls: runText(run, 'hazard_controls') ?? '',
    personal_protective_equipment_used: [...runNames(run, 'personal_protective_equipment_used')],
  };
}

/** `risk-assesment`: the dangers of the day and what is done about them. */
export function RiskTab() {
  const { id } = useFieldRun();
  const run = useRunItem(id);
  if (!run) return <FieldFrame place="risk">Opening…</FieldFrame>;
  return <RiskForm key={id} run={run} />;
}

function RiskForm({ run }: { run: LightItem }) {
  const { id, settings } = useFieldRun();
  const session = useFieldSession();
  const key = `risk:${id}`;
  const { keep, flush } = useDraft(session, id, key);
  const [typed, setTyped] = useState<RiskValues | null>(null);
  useEffect(() => {
    let isGone = false;
    readDraft(session, key)
      .then((draft) => {
        const kept = RiskValues.safeParse(draft?.data).data;
        if (kept && !isGone) setTyped(kept);
      })
      .catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [session, key]);
  const values = typed ?? riskOf(run);
  const change = (patch: Partial<RiskValues>) => {
    const next = { ...values, ...patch };
    setTyped(next);
    keep(next);
  };
  const save = async () => {
    await flush();
    const before = riskOf(run) as Fields;
    const changed = Object.entries(values as Fields).filter(([field, value]) => !isEqual(value, before[field]));
    const seen = Object.fromEntries(changed.map(([field]) => [field, run.fields[field] ?? null]));
    const saved = await updateRun(session, id, { fields: Object.fromEntries(changed), seen });
    if (!saved.saved) return sayNotSaved(session, saved);
    await discardDraft(session, key);
    setTyped(null);
    say('success', 'Saved on device: the risk assessment.');
  };
  const lists = settings?.risk_lists;
  const tick = (
    field: 'task_types' | 'present_hazards' | 'personal_protective_equipment_used',
    label: string,
    offered: readonly string[],
  ) => {
    const chosen = values[field];
    const all = [...offered, ...chosen.filter((one) => !offered.includes(one))];
    return (
      <Section title={label}>
        {all.length === 0 ? <Box>The lists have not reached this device yet. Write it below instead.</Box> : null}
        <ChoiceChips
          label={label}
          isLabelHidden
          choices={all.map((value) => ({ value }))}
          value={chosen}
          onChange={(_, tapped) =>
            change({ [field]: chosen.includes(tapped) ? chosen.filter((one) => one !== tapped) : [...chosen, tapped] })
          }
        />
      </Section>
    );
  };
  const controls = (lists?.controls ?? []).filter((control) => !values.hazard_controls.includes(control));
  const isSaved = typed === null && hasRisk(run);
  const bar = (
    <Button variant="contained" sx={{ flex: 1 }} disabled={typed === null} onClick={save}>
      {isSaved ? 'Saved' : 'Save risk assessment'}
    </Button>
  );
  return (
    <FieldFrame place="risk" bar={bar}>
      <OthersDrafts form={key} />
      {tick('task_types', 'What is done here', lists?.task_types ?? [])}
      {tick('present_hazards', 'Dangers', lists?.hazards ?? [])}
      <Section title="Controls">
        <TextField
          label="Controls"
          multiline
          minRows={2}
          value={values.hazard_controls}
          onChange={(event) => change({ hazard_controls: event.target.value })}
        />
        {controls.length > 0 ? (
          <ChoiceChips
            label="Add"
            choices={controls.map((value) => ({ value }))}
            value={null}
            onChange={(_, tapped) => change({ hazard_controls: [values.hazard_controls.trim(), tapped].filter(Boolean).join('\n') })}
          />
        ) : null}
      </Section>
      {tick('personal_protective_equipment_used', 'Protective equipment worn', lists?.personal_protective_equipment ?? [])}
    </FieldFrame>
  );
}
