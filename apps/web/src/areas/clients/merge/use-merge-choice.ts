import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

type Named = { id: number; name: string };

/** Which rows of a list are about to become one. */
export function useMergeChoice() {
  const [choice, setChoice] = useState<{ rows: readonly Named[]; clear: () => void } | null>(null);
  const navigate = useNavigate();
  return {
    rows: choice?.rows ?? null,
    start: (rows: readonly Named[], clear: () => void) => setChoice({ rows, clear }),
    end: () => setChoice(null),
    done: (path: string) => {
      choice?.clear();
      setChoice(null);
      void navigate({ to: path });
    },
  };
}
