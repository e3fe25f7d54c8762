import Avatar from '@mui/material/Avatar';

export type AvatarCircleProps = { initials: string; picture: string | null; size?: number };

/** A person's picture, or their initials. The name always stands beside it, so it says nothing itself. */
export function AvatarCircle({ initials, picture, size = 28 }: AvatarCircleProps) {
  return (
    <Avatar
      aria-hidden
      alt=""
      {...(picture ? { src: picture } : {})}
      sx={{
        width: size,
        height: size,
        fontSize: Math.max(12, size * 0.4),
        fontWeight: 600,
        bgcolor: 'tint.primary',
        color: 'primary.main',
      }}
    >
      {initials.slice(0, 3)}
    </Avatar>
  );
}
