import { ICON_PATHS, type IconName } from './icons.generated.ts';

export type IconProps = {
  name: IconName;
  /** Said by screen readers and shown as a tooltip. Leave it out only where words beside the icon say the same. */
  label?: string;
  /** Pixels; 20 unless said. */
  size?: number;
  className?: string;
};

/** A Material Symbol in the colour of the text around it. */
export function Icon({ name, label, size = 20, className }: IconProps) {
  return (
    <svg
      viewBox="0 -960 960 960"
      width={size}
      height={size}
      fill="currentColor"
      focusable="false"
      className={className}
      style={{ flexShrink: 0, display: 'block' }}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {label ? <title>{label}</title> : null}
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}
