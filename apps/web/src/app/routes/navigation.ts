import { linkOptions } from '@tanstack/react-router';
import type { IconName } from '../../parts/icon/icon-paths.ts';

export type NavEntry = { label: string; icon: IconName; link: { to: string; search?: Record<string, string> } };

/** The bar, left to right; Search opens the menu below. */
export const BAR_ENTRIES = {
  home: { label: 'Home', icon: 'home', link: linkOptions({ to: '/' }) },
  map: { label: 'Map View', icon: 'map', link: linkOptions({ to: '/map' }) },
  timesheet: { label: 'Timesheet', icon: 'schedule', link: linkOptions({ to: '/timesheet' }) },
} as const satisfies Record<string, NavEntry>;

export const SEARCH_ENTRIES = [
  { label: 'Contacts', icon: 'contacts', link: linkOptions({ to: '/jobs', search: { tab: 'contacts' } }) },
  { label: 'Clients', icon: 'apartment', link: linkOptions({ to: '/jobs', search: { tab: 'clients' } }) },
  { label: 'Quotes', icon: 'request_quote', link: linkOptions({ to: '/jobs', search: { tab: 'quotes' } }) },
  { label: 'Jobs', icon: 'work', link: linkOptions({ to: '/jobs', search: { tab: 'jobs' } }) },
  { label: 'Field Runs', icon: 'explore', link: linkOptions({ to: '/field', search: { tab: 'fieldruns' } }) },
  { label: 'Control Points', icon: 'pin_drop', link: linkOptions({ to: '/field', search: { tab: 'controlpoints' } }) },
  { label: 'Historical Files', icon: 'archive', link: linkOptions({ to: '/historicals' }) },
  { label: 'Invoices', icon: 'receipt_long', link: linkOptions({ to: '/invoices' }) },
  { label: 'Payments', icon: 'payments', link: linkOptions({ to: '/payments' }) },
  { label: 'Deposits', icon: 'inbox', link: linkOptions({ to: '/deposits' }) },
  { label: 'Expenses', icon: 'credit_card', link: linkOptions({ to: '/expenses' }) },
] as const satisfies readonly NavEntry[];

/** The slide-out of a phone; Logout follows as the sixth. */
export const SLIDE_OUT_ENTRIES = [
  BAR_ENTRIES.home,
  BAR_ENTRIES.map,
  { label: 'Jobs Dashboard', icon: 'work', link: linkOptions({ to: '/jobs' }) },
  { label: 'Field Dashboard', icon: 'explore', link: linkOptions({ to: '/field' }) },
  BAR_ENTRIES.timesheet,
] as const satisfies readonly NavEntry[];
