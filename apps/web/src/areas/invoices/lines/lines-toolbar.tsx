import { LINE_KINDS, type LineKind } from '@dmse/domain/invoices/lines';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import { Icon } from '../../../parts/icon/icon.tsx';
import { sayKind } from './line-columns.ts';
import type { Lines } from './use-lines.ts';

function AddLine({ onAdd }: { onAdd: (kind: LineKind) => void }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        variant="outlined"
        size="small"
        startIcon={<Icon name="add" size={18} />}
        endIcon={<Icon name="arrow_drop_down" size={18} />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Add line
      </Button>
      {anchor ? (
        <Menu open anchorEl={anchor} onClose={() => setAnchor(null)} slotProps={{ list: { 'aria-label': 'Kind of line' } }}>
          {LINE_KINDS.map((kind) => (
            <MenuItem
              key={kind}
              onClick={() => {
                setAnchor(null);
                onAdd(kind);
              }}
            >
              {sayKind(kind)}
            </MenuItem>
          ))}
        </Menu>
      ) : null}
    </>
  );
}

export type LinesTool = 'work' | 'discount' | 'cap' | 'retainer';
export type LinesToolbarProps = {
  lines: Lines;
  /** Those that make sense now. */
  tools: readonly LinesTool[];
  onAdd: (kind: LineKind) => void;
  onTool: (tool: LinesTool) => void;
};

const TOOL_WORDS: Record<LinesTool, string> = {
  work: 'Add work…',
  discount: 'Discount…',
  cap: 'Bill to fee cap…',
  retainer: 'Apply retainer',
};

/** What can be done to the lines as a whole. */
export function LinesToolbar({ lines, tools, onAdd, onTool }: LinesToolbarProps) {
  const steps = [
    { label: 'Undo', icon: 'undo', key: 'Ctrl+Z', run: lines.undo, can: lines.canUndo },
    { label: 'Redo', icon: 'redo', key: 'Ctrl+Y', run: lines.redo, can: lines.canRedo },
  ] as const;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mb: 3 }}>
      <AddLine onAdd={onAdd} />
      {tools.map((tool) => (
        <Button key={tool} size="small" variant="outlined" onClick={() => onTool(tool)}>
          {TOOL_WORDS[tool]}
        </Button>
      ))}
      <Box sx={{ ml: 'auto', display: 'flex' }}>
        {steps.map(({ label, icon, key, run, can }) => (
          <Tooltip key={label} title={`${label} (${key})`}>
            <span>
              <IconButton size="small" aria-label={label} disabled={!can} onClick={run}>
                <Icon name={icon} size={20} />
              </IconButton>
            </span>
          </Tooltip>
        ))}
      </Box>
    </Box>
  );
}
