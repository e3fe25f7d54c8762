import { type IconName, pathOf, useLaterPath } from './icon-paths.ts';

export type IconProps = {
  name: IconName;
  /** Said by screen readers and shown as a tooltip. Leave it out only where words beside the icon say the same. */
  label?: string;
  /** Pixels; 20 unless said. */
  size?: number;
  className?: string;
};

const STYLE = { flexShrink: 0, display: 'block' };

/** A Material Symbol in the colour of the text around it. */
export function Icon({ name, label, size = 20, className }: IconProps) {
  const common = {
    viewBox: '0 -960 960 960',
    width: size,
    height: size,
    fill: 'currentColor',
    focusable: 'false',
    className,
    style: STYLE,
  } as const;
  const known = pathOf(name);
  const drawing = known ? <path d={known} /> : <LaterDrawing name={name} />;
  if (!label) {
    return (
      <svg aria-hidden="true" {...common}>
        {drawing}
      </svg>
    );
  }
  return (
    <svg role="img" aria-label={label} {...common}>
      <title>{label}</title>
      {drawing}
    </svg>
  );
}

/** Its place is kept until the drawing has come. */
function LaterDrawing({ name }: { name: IconName }) {
  return <path d={useLaterPath(name)} />;
}
