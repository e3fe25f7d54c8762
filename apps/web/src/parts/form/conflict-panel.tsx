import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import type { Conflict, ConflictField } from './conflict.ts';
import type { FieldDescription } from './form-context.ts';

export type ConflictPanelProps = {
  conflict: Conflict;
  /** How a field is called and how its values are said. */
  describe: (name: string) => FieldDescription;
  /** Puts the chosen value into the form. */
  onChoose: (field: ConflictField, isMine: boolean) => void;
};

/** Two edits of one record, side by side. Mine stay in the form until I choose otherwise; saving again just works. */
export function ConflictPanel({ conflict, describe, onChoose }: ConflictPanelProps) {
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    top.current?.focus();
    top.current?.scrollIntoView({ block: 'center' });
  }, []);
  const who = conflict.by ?? 'Someone else';
  return (
    <Alert severity="warning" ref={top} tabIndex={-1} sx={{ alignItems: 'flex-start', '& .MuiAlert-message': { flex: 1 } }}>
      <AlertTitle>{who} changed this record while you were editing it</AlertTitle>
      {conflict.fields.length > 0
        ? 'Choose which value to keep, then save again. Nothing you typed is lost.'
        : 'Your changes do not touch theirs and are still here. Save again to keep both.'}
      {conflict.fields.map((field) => {
        const { label, say } = describe(field.name);
        return (
          <Box key={field.name} component="fieldset" sx={{ border: 0, p: 0, m: 0, mt: 3, minWidth: 0 }}>
            <Typography component="legend" variant="subtitle2" sx={{ p: 0 }}>
              {label}
            </Typography>
            <RadioGroup
              value={chosen[field.name] ?? 'mine'}
              onChange={(_, side) => {
                setChosen({ ...chosen, [field.name]: side });
                onChoose(field, side === 'mine');
              }}
              sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 2, mt: 1 }}
            >
              <Side value="mine" title="Mine" text={field.words?.mine ?? say(field.mine)} />
              <Side value="theirs" title="Theirs" text={field.words?.theirs ?? say(field.theirs)} />
            </RadioGroup>
          </Box>
        );
      })}
      {conflict.taken.length > 0 ? (
        <Typography variant="body2" component="div" sx={{ mt: 3 }}>
          Also changed by {conflict.by ?? 'them'}, and already shown below:
          <Box component="ul" sx={{ m: 0, pl: 5 }}>
            {conflict.taken.map(({ name, theirs, words }) => (
              <li key={name}>
                {describe(name).label}: {words ?? describe(name).say(theirs)}
              </li>
            ))}
          </Box>
        </Typography>
      ) : null}
    </Alert>
  );
}

function Side({ value, title, text }: { value: string; title: string; text: string }) {
  return (
    <FormControlLabel
      value={value}
      control={<Radio size="small" sx={{ p: 1 }} />}
      sx={{
        m: 0,
        p: 1.5,
        gap: 1,
        alignItems: 'flex-start',
        border: 1,
        borderColor: 'inputLine',
        borderRadius: '8px',
        backgroundColor: 'background.paper',
      }}
      label={
        <>
          <Box component="span" sx={{ display: 'block', fontSize: '0.75rem', color: 'text.secondary' }}>
            {title}
          </Box>
          <Box component="span" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {text}
          </Box>
        </>
      }
    />
  );
}
