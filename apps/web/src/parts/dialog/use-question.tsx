import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type ReactNode, useRef, useState } from 'react';
import { Dialog } from './dialog.tsx';

export type Question = {
  title: string;
  text?: string;
  /** What is asked for in words: "Reason". */
  label: string;
  /** With choices one of them is asked for, and words beside it are free. */
  choices?: readonly string[];
  choiceLabel?: string;
  /** Words are welcome and may be left out. */
  isOptional?: boolean;
  /** A verb and its noun: "Cancel job". */
  verb: string;
};
export type QuestionAnswer = { choice: string; words: string };

/** Asks one thing before something is done; the answer is null when the person thought better of it. */
export function useQuestion(): { ask: (question: Question) => Promise<QuestionAnswer | null>; dialog: ReactNode } {
  const [question, setQuestion] = useState<Question | null>(null);
  const [choice, setChoice] = useState('');
  const [words, setWords] = useState('');
  const settle = useRef<(answer: QuestionAnswer | null) => void>(() => {});

  function ask(next: Question): Promise<QuestionAnswer | null> {
    setQuestion(next);
    setChoice('');
    setWords('');
    return new Promise((resolve) => {
      settle.current = resolve;
    });
  }
  function end(answer: QuestionAnswer | null): void {
    setQuestion(null);
    settle.current(answer);
  }

  const isAnswered = question?.choices ? choice !== '' : question?.isOptional || words.trim() !== '';
  const answer = () => isAnswered && end({ choice, words: words.trim() });
  const dialog = question ? (
    <Dialog
      open
      title={question.title}
      onClose={() => end(null)}
      actions={
        <>
          <Button onClick={() => end(null)}>Back</Button>
          <Button variant="contained" disabled={!isAnswered} onClick={answer}>
            {question.verb}
          </Button>
        </>
      }
    >
      <Stack
        component="form"
        sx={{ gap: 4, pt: 1 }}
        onSubmit={(event) => {
          event.preventDefault();
          answer();
        }}
      >
        {question.text ? <Typography sx={{ color: 'text.secondary' }}>{question.text}</Typography> : null}
        {question.choices ? (
          <TextField
            select
            autoFocus
            required
            label={question.choiceLabel ?? 'Reason'}
            value={choice}
            onChange={(event) => setChoice(event.target.value)}
          >
            {question.choices.map((one) => (
              <MenuItem key={one} value={one}>
                {one}
              </MenuItem>
            ))}
          </TextField>
        ) : null}
        <TextField
          label={question.label}
          required={!question.choices && !question.isOptional}
          autoFocus={!question.choices}
          value={words}
          onChange={(event) => setWords(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
      </Stack>
    </Dialog>
  ) : null;
  return { ask, dialog };
}
