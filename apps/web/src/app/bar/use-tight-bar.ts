import useMediaQuery from '@mui/material/useMediaQuery';

/** Below this the places of the bar and the firm's name need the room: the palette is an icon, and who is signed in a picture. */
const ROOMY_FROM = 1060;

export function useTightBar(): boolean {
  return useMediaQuery(`(max-width: ${ROOMY_FROM - 0.05}px)`, { noSsr: true });
}
