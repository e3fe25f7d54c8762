import type { Action } from '@dmse/domain/access/grants';
import type { ComponentType } from 'react';
import type { SearchWords } from './search-string.ts';

/** The page above another in the breadcrumbs. */
export type Above = { path: string; search?: SearchWords };

/** A line of the route table. A path's `$name` is a parameter; a final `$` takes the rest. */
export type RouteRow = {
  path: string;
  title: string;
  /** What one must be allowed to open it; who is not is told whom to ask. */
  needs?: Action;
  /** Works without a network, at least its first tab; any other page sends an offline person to Home. */
  offline?: true | 'first_tab';
  above?: Above;
  /** Fills the window by itself: no bar and no breadcrumbs of the office around it. */
  bare?: true;
  /** Child paths, the first of which the bare path goes to. */
  tabs?: readonly string[];
  /** What `$id` must look like: office records have numbers, what a tablet creates has a UUID. */
  id?: 'number' | 'uuid';
  /** Reads what the address bar says; unknown words stay for the tables of the page. */
  search?: (words: SearchWords) => SearchWords;
  /** The screen, loaded when it is first opened. */
  screen: () => Promise<ComponentType>;
};

export type Crumb = Above & { title: string };

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    row?: RouteRow;
    /** The pages above this one, Home first. */
    trail?: Crumb[];
  }
  interface HistoryState {
    /** The title of the page that needed the network, when an offline person was sent to Home instead. */
    sent_home_from?: string;
  }
}
