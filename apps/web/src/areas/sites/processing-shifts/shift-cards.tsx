import type { ShiftChoice } from '@dmse/contract/sites/processing/decision';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Paper from '@mui/material/Paper';
import Radio from '@mui/material/Radio';
import Typography from '@mui/material/Typography';
import { type ShiftFigures, summarizeResiduals } from './shift-figures.ts';
import { SHIFT_TYPES, sayStatistics, sayVector } from './shift-words.ts';

type ShiftType = ShiftChoice['type'];

export type ShiftCardsProps = {
  figures: Readonly<Record<ShiftType, ShiftFigures>>;
  chosen: ShiftType;
  /** The one that was applied with these coordinates; null before. */
  inForce: ShiftType | null;
  suggested: ShiftType;
  isDisabled: boolean;
  onChoose: (type: ShiftType) => void;
};

/** The three shifts side by side, each with what it would do. */
export function ShiftCards({ figures, chosen, inForce, suggested, isDisabled, onChoose }: ShiftCardsProps) {
  return (
    <Box
      role="radiogroup"
      aria-label="Shift"
      sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' } }}
    >
      {(Object.keys(SHIFT_TYPES) as ShiftType[]).map((type) => {
        const { vectors, problems, residuals } = figures[type];
        const statistics = sayStatistics(summarizeResiduals(residuals));
        return (
          <Paper
            key={type}
            component="label"
            variant="outlined"
            sx={{
              p: 3,
              display: 'flex',
              flexDirection: 'column',
              gap: 1,
              cursor: isDisabled ? 'default' : 'pointer',
              borderColor: chosen === type ? 'primary.main' : 'divider',
              boxShadow: (theme) => (chosen === type ? `inset 0 0 0 1px ${theme.vars.palette.primary.main}` : 'none'),
            }}
          >
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
              <Radio
                size="small"
                name="shift-type"
                value={type}
                checked={chosen === type}
                disabled={isDisabled}
                onChange={() => onChoose(type)}
                slotProps={{ input: { 'aria-label': SHIFT_TYPES[type].title } }}
                sx={{ ml: -2, my: -2 }}
              />
              <Typography variant="h3" component="span" sx={{ flex: 1 }}>
                {SHIFT_TYPES[type].title}
              </Typography>
              {inForce === type ? <Chip size="small" color="success" label="In force" /> : null}
              {inForce === null && suggested === type ? <Chip size="small" color="info" label="Suggested" /> : null}
            </Box>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {SHIFT_TYPES[type].text}
            </Typography>
            {vectors.map((vector) => (
              <Box key={vector.base ?? ''} sx={{ fontWeight: 500 }}>
                {sayVector(vector)}
              </Box>
            ))}
            {problems.map((sentence) => (
              <Typography key={sentence} variant="body2" sx={{ color: 'warning.main' }}>
                {sentence}
              </Typography>
            ))}
            {statistics.length > 0 && (vectors.length > 0 || type === 'NONE') ? (
              <Typography variant="body2" component="div">
                {statistics.map((line) => (
                  <div key={line}>{line}</div>
                ))}
              </Typography>
            ) : null}
          </Paper>
        );
      })}
    </Box>
  );
}
