import type { ShiftChoice } from '@dmse/contract/sites/processing/decision';
import type { ProcessingOverview, ProcessingShifts } from '@dmse/contract/sites/processing/result';
import { applyShifts } from '@dmse/contract/sites/processing/run';
import { sayCount, sayList } from '@dmse/domain/text/counts';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { showProblem } from '../../../api/problem-toast.ts';
import { showToast } from '../../../parts/toast/toast-store.ts';
import { Section } from '../processing/section.tsx';
import { useProcessing } from '../processing/use-processing.ts';
import { LocalizationPanel } from './localization-panel.tsx';
import { ResidualChart } from './residual-chart.tsx';
import { ResidualMap } from './residual-map.tsx';
import { ResidualTable } from './residual-table.tsx';
import { ShiftCards } from './shift-cards.tsx';
import { figureShift, type Limits, type ShiftSource, summarizeResiduals } from './shift-figures.ts';
import { SHIFT_TYPES, SOURCES, sayStatistics, sayVector } from './shift-words.ts';
import { TypedShift } from './typed-shift.tsx';
import { useShiftDraft } from './use-shift-draft.ts';

export type ShiftPanelProps = { shifts: ProcessingShifts; overview: ProcessingOverview; limits: Limits };

/** The choice of the shift: what each would do, the residuals under the chosen one, and the button that applies it. */
export function ShiftPanel({ shifts, overview, limits }: ShiftPanelProps) {
  const { run, refresh, isWritable, whyNotWrite } = useProcessing();
  const { choice, change, clear, isChanged } = useShiftDraft(shifts, overview.plan);
  const [reason, setReason] = useState('');
  const [isBusy, setBusy] = useState(false);
  const find = (name: ShiftChoice['source']): ShiftSource =>
    shifts.sources.find(({ source }) => source === name) ?? { source: name, hpn: [], observations: [] };
  // A shift by PPP is what would be added to the points file, whichever file the coordinates are taken from.
  const sourceOf = (type: ShiftChoice['type']): ShiftSource =>
    type === 'HPN' ? { ...find(choice.source), observations: find('points').observations } : find(choice.source);
  const isByBase = overview.bases.filter(({ shot_count }) => shot_count > 0).length > 1;
  const figure = (type: ShiftChoice['type']) => figureShift({ type, accepted: choice.accepted }, sourceOf(type), limits, isByBase);
  const figures = { NONE: figure('NONE'), HPN: figure('HPN'), CONTROL: figure('CONTROL') };
  const typed = choice.typed ?? null;
  const now = typed ? figureShift({ ...choice, typed }, find(choice.source), limits, isByBase) : figures[choice.type];
  const isByControl = choice.type === 'CONTROL' && !typed;
  const { plan } = overview;
  const inForce = plan && plan.source === choice.source && !plan.choice.typed ? plan.type : null;
  const problem =
    typed && reason.trim() === ''
      ? 'A typed shift needs a reason.'
      : choice.type !== 'NONE' && !typed && now.vectors.length === 0
        ? (now.problems[0] ?? 'There is nothing to shift by.')
        : null;

  async function apply(): Promise<void> {
    setBusy(true);
    try {
      const localization = choice.type === 'NONE' && choice.source === 'raw' ? choice.localization : null;
      await call(
        applyShifts,
        { id: run.id },
        {
          shift_type: choice.type,
          source: choice.source,
          other_side: choice.other_side,
          ...(choice.type === 'CONTROL' ? { accepted: choice.accepted } : {}),
          ...(localization ? { localization } : {}),
          ...(typed ? { typed } : {}),
          ...(reason.trim() ? { reason: reason.trim() } : {}),
        },
      );
      showToast({ text: typed ? 'The typed shift is in force.' : `${SHIFT_TYPES[choice.type].title} is in force.`, colour: 'success' });
      clear();
      setReason('');
    } catch (error) {
      showProblem(error, 'The shift could not be applied.');
    } finally {
      setBusy(false);
      await refresh();
    }
  }

  return (
    <Stack sx={{ gap: 4 }}>
      <Section title="Shift" text={overview.geoid}>
        <Box sx={{ display: 'flex', gap: 3, flexWrap: 'wrap', alignItems: 'center' }}>
          <ToggleButtonGroup
            exclusive
            size="small"
            aria-label="Coordinates from"
            value={choice.source}
            disabled={!isWritable}
            onChange={(_, value: ShiftChoice['source'] | null) => value && change({ source: value, localization: null })}
          >
            {Object.entries(SOURCES).map(([value, { title }]) => (
              <ToggleButton key={value} value={value}>
                {title}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
          <Typography variant="body2" sx={{ color: 'text.secondary', flex: '1 1 280px' }}>
            {SOURCES[choice.source].text}
          </Typography>
        </Box>
        <ShiftCards
          figures={figures}
          chosen={choice.type}
          inForce={inForce}
          suggested={shifts.suggested.type}
          isDisabled={!isWritable || typed !== null}
          onChoose={(type) => change({ type, ...(type === 'NONE' ? {} : { localization: null }) })}
        />
        <TypedShift
          typed={typed}
          reason={reason}
          isDisabled={!isWritable}
          // Typed figures take the place of computed ones: they stand with no shift or with control points.
          onChange={(typed) =>
            change({ typed, ...(typed && choice.type === 'HPN' ? { type: 'NONE' } : {}), ...(typed ? { localization: null } : {}) })
          }
          onReason={setReason}
        />
        {overview.held.length > 0 ? (
          <Alert severity="warning">
            {sayCount(overview.held.length, 'shot')} not moved by the shift in force: {overview.held[0]!.sentence}
          </Alert>
        ) : null}
        {shifts.localization ? (
          <FormControlLabel
            control={
              <Switch
                checked={choice.other_side === 'reshift'}
                disabled={!isWritable}
                onChange={(event) => change({ other_side: event.target.checked ? 'reshift' : 'hold' })}
              />
            }
            label="Shift shots from the other side of the localization by their own figures"
          />
        ) : null}
      </Section>

      <Section
        title="Residuals"
        text={`Published less shifted at every control that was shot. Shift: ${typed ? 'typed' : SHIFT_TYPES[choice.type].title}.`}
      >
        {now.suspects.length > 0 && isByControl ? (
          <Alert
            severity="warning"
            action={
              isWritable ? (
                <Button
                  color="inherit"
                  size="small"
                  onClick={() => change({ accepted: choice.accepted.filter((name) => !now.suspects.includes(name)) })}
                >
                  Leave {now.suspects.length === 1 ? 'it' : 'them'} out
                </Button>
              ) : null
            }
          >
            {sayList(now.suspects)} {now.suspects.length === 1 ? 'does' : 'do'} not agree with the others.
          </Alert>
        ) : null}
        <Typography component="div" aria-live="polite">
          {now.vectors.map((vector) => (
            <div key={vector.base ?? ''}>
              {sayVector(vector)}
              {vector.count === null ? '' : `, mean of ${sayCount(vector.count, 'control')}`}
            </div>
          ))}
          {sayStatistics(summarizeResiduals(now.residuals)).map((line) => (
            <div key={line}>{line}</div>
          ))}
        </Typography>
        <ResidualTable
          residuals={now.residuals}
          suspects={isByControl ? now.suspects : []}
          onTick={
            isByControl && isWritable
              ? (name, isIn) => change({ accepted: isIn ? [...choice.accepted, name] : choice.accepted.filter((one) => one !== name) })
              : undefined
          }
        />
        <ResidualChart residuals={now.residuals} limits={limits} />
        <ResidualMap residuals={now.residuals} />
      </Section>

      {shifts.localization || shifts.localization_problem ? (
        <Section title="Localization" text="The marks the crew localized on, and how they fit each other.">
          <LocalizationPanel
            solved={shifts.localization}
            problem={shifts.localization_problem}
            choice={choice}
            isDisabled={!isWritable}
            onChange={change}
          />
        </Section>
      ) : null}

      <Paper
        variant="outlined"
        sx={{ position: 'sticky', bottom: 0, zIndex: 2, p: 3, display: 'flex', gap: 3, alignItems: 'center', flexWrap: 'wrap' }}
      >
        <Typography sx={{ flex: '1 1 240px' }}>
          {whyNotWrite ?? problem ?? sayChoice(choice, typed !== null, isChanged, plan !== null)}
        </Typography>
        {isChanged ? <Button onClick={clear}>Discard changes</Button> : null}
        <Button variant="contained" loading={isBusy} disabled={!isWritable || problem !== null} onClick={() => void apply()}>
          {plan && !isChanged ? 'Apply again' : 'Apply shift'}
        </Button>
      </Paper>
    </Stack>
  );
}

function sayChoice(choice: ShiftChoice, isTyped: boolean, isChanged: boolean, hasPlan: boolean): string {
  const what = `${isTyped ? 'Typed shift' : SHIFT_TYPES[choice.type].title}; coordinates: ${SOURCES[choice.source].title.toLowerCase()}.`;
  return !isChanged && hasPlan ? `In force: ${what}` : `Chosen: ${what} Not applied yet.`;
}
