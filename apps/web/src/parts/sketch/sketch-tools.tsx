import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { Icon } from '../icon/icon.tsx';
import type { IconName } from '../icon/icon-paths.ts';

export type SketchTool = 'pen' | 'eraser' | 'text' | 'dimension' | 'north';

const TOOLS: readonly { tool: SketchTool; label: string; icon: IconName }[] = [
  { tool: 'pen', label: 'Draw', icon: 'draw' },
  { tool: 'eraser', label: 'Erase', icon: 'ink_eraser' },
  { tool: 'text', label: 'Text', icon: 'text_fields' },
  { tool: 'dimension', label: 'Dimension', icon: 'straighten' },
  { tool: 'north', label: 'North arrow', icon: 'north' },
];

export type SketchToolsProps = {
  tool: SketchTool;
  onTool: (tool: SketchTool) => void;
  canUndo: boolean;
  canRedo: boolean;
  onUndo: () => void;
  onRedo: () => void;
};

/** What a pointer does on the sheet, each with its word. */
export function SketchTools({ tool, onTool, canUndo, canRedo, onUndo, onRedo }: SketchToolsProps) {
  return (
    <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
      <ToggleButtonGroup
        exclusive
        value={tool}
        onChange={(_, next: SketchTool | null) => next && onTool(next)}
        aria-label="Drawing tool"
        sx={{ flexWrap: 'wrap' }}
      >
        {TOOLS.map((one) => (
          <ToggleButton key={one.tool} value={one.tool} sx={{ gap: 1.5, minHeight: 44, px: 3 }}>
            <Icon name={one.icon} />
            {one.label}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Button startIcon={<Icon name="undo" size={18} />} disabled={!canUndo} onClick={onUndo}>
        Undo
      </Button>
      <Button startIcon={<Icon name="redo" size={18} />} disabled={!canRedo} onClick={onRedo}>
        Redo
      </Button>
    </Stack>
  );
}
