import type { WipFigure } from '@dmse/domain/states/wip';
import Link from '@mui/material/Link';
import { type TaskKey, useExplain } from './use-explain.ts';

export type ExplainButtonProps = {
  figure: WipFigure;
  /** What the figure is called: "WIP of Boundary survey". */
  label: string;
  /** The figure as it is read. */
  text: string;
  /** Only the work on this task. */
  task?: TaskKey | undefined;
};

/** A figure that opens what it is made of. */
export function ExplainButton({ figure, label, text, task }: ExplainButtonProps) {
  const { open } = useExplain();
  return (
    <Link
      component="button"
      type="button"
      data-cell={figure}
      color="inherit"
      underline="always"
      aria-label={`${text}, ${label}. Explain`}
      onClick={() => open(figure, task)}
      sx={{ font: 'inherit', verticalAlign: 'baseline', textDecorationStyle: 'dotted', textUnderlineOffset: '3px' }}
    >
      {text}
    </Link>
  );
}
