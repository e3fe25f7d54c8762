import { type ComponentType, type FunctionComponent, type ReactNode, useEffect, useState } from 'react';
import { PagePending } from './page/page-pending.tsx';

export type LazyPart<P extends object> = FunctionComponent<P> & { fetch: () => Promise<void> };

type Source<P> = { part: ComponentType<P> | null; fetch: () => Promise<void>; fallback: ReactNode };

function Fetched<P extends object>({ source, props }: { source: Source<P>; props: P }) {
  const [isThere, setThere] = useState(source.part !== null);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    if (isThere) return;
    let isGone = false;
    source.fetch().then(
      () => isGone || setThere(true),
      (error) => isGone || setFailure(error),
    );
    return () => {
      isGone = true;
    };
  }, [isThere, source]);
  // The page around it says what went wrong.
  if (failure !== null) throw failure;
  const Part = source.part;
  return Part ? <Part {...props} /> : source.fallback;
}

/**
 * A part of a screen whose code is fetched when it is first shown, or earlier by `fetch`. It is shown as soon as it is there: what follows
 * the fallback of a Suspense is held back by React for up to a third of a second.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>, fallback: ReactNode = null): LazyPart<P> {
  let coming: Promise<void> | null = null;
  const source: Source<P> = {
    part: null,
    fallback,
    fetch() {
      coming ??= load().then(
        (part) => {
          source.part = part;
        },
        (error) => {
          // The next who wants it tries again.
          coming = null;
          throw error;
        },
      );
      return coming;
    },
  };
  return Object.assign((props: P) => <Fetched source={source} props={props} />, { fetch: source.fetch });
}

/** The same for what fills a page or its tab. */
export const lazyPanel = <P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> => lazyPart(load, <PagePending />);
