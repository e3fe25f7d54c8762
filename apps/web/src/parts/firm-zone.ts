import { createContext, useContext } from 'react';

/** The firm's time zone, given once by the shell from the settings; days are reckoned in it, never in the machine's zone. */
export const FirmZone = createContext('America/Moncton');

export function useFirmZone(): string {
  return useContext(FirmZone);
}
