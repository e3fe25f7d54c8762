import TextField from '@mui/material/TextField';
import { useEffect, useRef, useState } from 'react';

const AFTER = 400;

export type KeptTextProps = { label: string; value: string; onSave: (text: string) => Promise<void> | void; rows?: number };

/** Words that are saved while they are typed: a moment after the last key, and when the field is left. */
export function KeptText({ label, value, onSave, rows = 2 }: KeptTextProps) {
  const [text, setText] = useState<string | null>(null);
  const latest = useRef({ text, onSave });
  latest.current = { text, onSave };
  const flush = useRef(() => {
    const { text: typed, onSave: save } = latest.current;
    if (typed === null) return;
    void Promise.resolve(save(typed)).then(() => setText((now) => (now === typed ? null : now)));
  });
  useEffect(() => {
    if (text === null) return;
    const timer = setTimeout(flush.current, AFTER);
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(() => {
    const leave = flush.current;
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
  return (
    <TextField
      label={label}
      multiline
      minRows={rows}
      value={text ?? value}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => flush.current()}
    />
  );
}
