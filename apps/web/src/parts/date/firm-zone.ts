import { localDate } from '@dmse/domain/dates/local-date';
import { createContext, useContext } from 'react';
import { useNow } from './use-now.ts';

/** The firm's time zone, given once by the shell from the settings; days are reckoned in it, never in the machine's zone. */
export const FirmZone = createContext('America/Moncton');

export function useFirmZone(): string {
  return useContext(FirmZone);
}

/** The day on which the firm's weeks begin, given by the shell like its time zone. */
export const FirmWeekStart = createContext<'Monday' | 'Sunday'>('Monday');

/** The day it is at the firm. */
export function useToday(): string {
  return localDate(useNow(), useFirmZone());
}
