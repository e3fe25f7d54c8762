import type { Editor } from '@tiptap/react';
import { useRef, useState } from 'react';
import { findPeople, typedAfterAt } from './find-people.ts';

export type MentionedPerson = { id: number; full_name: string };
export type Mentions = { people: readonly MentionedPerson[]; onMention: (person: MentionedPerson) => void };

type Offer = { found: MentionedPerson[]; active: number; from: number; to: number };

/** The list of people behind an @ in a text: what is offered, and what the keys do with it. */
export function useMentions(mentions: Mentions | undefined) {
  const [offer, setOffer] = useState<Offer | null>(null);
  // The editor keeps the handlers of its first drawing; they look here for what is true now.
  const now = useRef({ mentions, offer });
  now.current = { mentions, offer };

  /** Looks at what stands before the cursor. */
  function follow(editor: Editor): void {
    const { $from, empty } = editor.state.selection;
    const typed = empty ? typedAfterAt($from.parent.textBetween(0, $from.parentOffset, undefined, ' ')) : null;
    const found = typed === null ? [] : findPeople(now.current.mentions?.people ?? [], typed);
    setOffer(found.length === 0 ? null : { found, active: 0, from: $from.pos - (typed?.length ?? 0) - 1, to: $from.pos });
  }

  function choose(editor: Editor, person: MentionedPerson): void {
    const { offer: open, mentions: given } = now.current;
    if (!open) return;
    editor.chain().focus().insertContentAt({ from: open.from, to: open.to }, `@${person.full_name} `).run();
    setOffer(null);
    given?.onMention(person);
  }

  /** True where the key was for the list. */
  function onKey(editor: Editor | null, key: string): boolean {
    const { offer: open } = now.current;
    if (!editor || !open) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step) setOffer({ ...open, active: (open.active + step + open.found.length) % open.found.length });
    else if (key === 'Enter' || key === 'Tab') choose(editor, open.found[open.active]!);
    else if (key === 'Escape') setOffer(null);
    else return false;
    return true;
  }

  return { offer, follow, choose, onKey, close: () => setOffer(null) };
}
