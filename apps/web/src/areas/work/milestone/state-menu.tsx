import { MILESTONE, type MilestoneState } from '@dmse/domain/states/milestone';
import Chip from '@mui/material/Chip';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';

export type StateMenuProps = {
  anchor: HTMLElement;
  /** Left out for several at once. */
  state?: MilestoneState;
  onChoose: (state: MilestoneState) => void;
  onClose: () => void;
};

/** How far a milestone can be. */
export function StateMenu({ anchor, state, onChoose, onClose }: StateMenuProps) {
  return (
    <Menu open anchorEl={anchor} onClose={onClose} slotProps={{ list: { 'aria-label': 'State' } }}>
      {MILESTONE.states.map((one) => {
        const { tone } = MILESTONE.rows[one];
        return (
          <MenuItem key={one} selected={one === state} onClick={() => (one === state ? onClose() : onChoose(one))}>
            <Chip size="small" component="span" color={tone === 'muted' ? 'default' : tone} label={one} />
          </MenuItem>
        );
      })}
    </Menu>
  );
}
