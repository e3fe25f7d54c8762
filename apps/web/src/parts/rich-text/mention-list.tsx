import List from '@mui/material/List';
import ListItemButton from '@mui/material/ListItemButton';
import Paper from '@mui/material/Paper';
import Popper from '@mui/material/Popper';
import type { Editor } from '@tiptap/react';
import type { MentionedPerson } from './use-mentions.ts';

export type MentionListProps = {
  editor: Editor;
  offer: { found: readonly MentionedPerson[]; active: number; from: number };
  onChoose: (person: MentionedPerson) => void;
};

/** The people an @ has found, below the place where it was typed. The cursor stays in the text. */
export function MentionList({ editor, offer, onChoose }: MentionListProps) {
  const anchor = {
    getBoundingClientRect: () => {
      const { left, top, bottom } = editor.view.coordsAtPos(offer.from);
      return new DOMRect(left, top, 1, bottom - top);
    },
  };
  return (
    <Popper open anchorEl={anchor} placement="bottom-start" sx={{ zIndex: 'modal' }}>
      <Paper elevation={8} sx={{ minWidth: 200, maxWidth: 320 }}>
        <List dense role="listbox" aria-label="People">
          {offer.found.map((person, at) => (
            <ListItemButton
              key={person.id}
              role="option"
              tabIndex={-1}
              aria-selected={at === offer.active}
              selected={at === offer.active}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(person)}
            >
              {person.full_name}
            </ListItemButton>
          ))}
        </List>
      </Paper>
    </Popper>
  );
}
