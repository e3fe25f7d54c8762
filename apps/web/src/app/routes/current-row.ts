import { type StaticDataRouteOption, useMatches } from '@tanstack/react-router';

type Matched = { status: string; _notFound?: boolean; staticData: StaticDataRouteOption };

/** The line of the route table in force and the pages above it; nothing where the page was not found. */
export function rowOf(matches: readonly Matched[]): StaticDataRouteOption {
  if (matches.some((match) => match.status === 'notFound' || match._notFound)) return {};
  return matches.at(-1)?.staticData ?? {};
}

export function useCurrentRow(): StaticDataRouteOption {
  return useMatches({ select: (matches) => rowOf(matches as readonly Matched[]) });
}
