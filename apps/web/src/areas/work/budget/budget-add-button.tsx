import Button from '@mui/material/Button';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useRef, useState } from 'react';
import { Icon } from '../../../parts/icon/icon.tsx';
import type { BudgetNames, LineKey } from '../budget-grid/budget-columns.ts';

export type BudgetAddButtonProps = {
  names: BudgetNames;
  /** What has a column already. */
  shown: ReadonlySet<LineKey>;
  isMain?: boolean;
  onAdd: (line: LineKey) => void;
};

/** Gives a role or a disbursement type a column of its own. */
export function BudgetAddButton({ names, shown, isMain = false, onAdd }: BudgetAddButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const chosen = useRef<LineKey | null>(null);
  const roles = names.roles.map(({ id, name }) => ({ line: `role-${id}` as const, name })).filter(({ line }) => !shown.has(line));
  const types = names.types.map(({ id, name }) => ({ line: `type-${id}` as const, name })).filter(({ line }) => !shown.has(line));
  const list = (kind: string, choices: readonly { line: LineKey; name: string }[]) =>
    choices.length === 0
      ? []
      : [
          <ListSubheader key={kind} role="presentation" sx={{ lineHeight: '32px', backgroundColor: 'transparent' }}>
            {kind}
          </ListSubheader>,
          ...choices.map(({ line, name }) => (
            <MenuItem
              key={line}
              onClick={() => {
                chosen.current = line;
                setAnchor(null);
              }}
            >
              {name}
            </MenuItem>
          )),
        ];
  /** Once the menu has given the focus back: adding takes it into the new column. */
  function add(): void {
    if (chosen.current) onAdd(chosen.current);
    chosen.current = null;
  }
  return (
    <>
      <Button
        id="add-budget-column"
        variant={isMain ? 'contained' : 'outlined'}
        startIcon={<Icon name="add" size={18} />}
        aria-haspopup="menu"
        disabled={roles.length + types.length === 0}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Add role or disbursement
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)} slotProps={{ transition: { onExited: add } }}>
        {list('Job roles', roles)}
        {list('Disbursements', types)}
      </Menu>
    </>
  );
}
