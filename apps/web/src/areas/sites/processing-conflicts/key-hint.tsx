import Box from '@mui/material/Box';

/** The key that does the same as the button it stands in. */
export function KeyHint({ children }: { children: string }) {
  return (
    <Box
      component="kbd"
      aria-hidden
      sx={{
        ml: 2,
        px: 1.5,
        font: 'inherit',
        fontSize: '0.75rem',
        border: 1,
        borderColor: 'currentColor',
        borderRadius: '4px',
        opacity: 0.8,
      }}
    >
      {children}
    </Box>
  );
}
