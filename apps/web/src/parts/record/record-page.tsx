import type { AnswerOf, Endpoint, IdOf, InputOf } from '@dmse/contract/endpoint';
import { type AnyRouter, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { ProblemError } from '../../api/problem-error.ts';
import { useCall } from '../../api/use-call.ts';
import { LinkButton } from '../links.tsx';
import { EmptyState } from '../notice/empty-state.tsx';
import { ErrorState } from '../notice/error-state.tsx';
import { RecordPending } from './record-pending.tsx';

export type RecordPageProps<E extends Endpoint> = {
  endpoint: E;
  id: IdOf<E>;
  /** "client" */
  noun: string;
  /** Where the others are found, for whoever has come to one that is not there. Home unless said. */
  list?: RecordListLink;
  children: (record: AnswerOf<E>) => ReactNode;
};

/** "Find another client", and where that is. */
export type RecordListLink = { to: string; search?: Record<string, string> };

function BackToList({ noun, list }: { noun: string; list: RecordListLink | undefined }) {
  return (
    <LinkButton {...(list ?? { to: '/' })} variant="outlined">
      {list ? `Find another ${noun}` : 'Go to Home'}
    </LinkButton>
  );
}

/** Loads a record and says what is the matter when it cannot be shown. A merged one leads to the one that stayed, on the same tab. */
export function RecordPage<E extends Endpoint>({ endpoint, id, noun, list, children }: RecordPageProps<E>) {
  const loaded = useCall(endpoint, { id } as object as InputOf<E>, { retry: false });
  const record = loaded.data;
  const router: AnyRouter = useRouter<AnyRouter>();
  const { id: found = id } = (record ?? {}) as { id?: IdOf<E> };
  const survivor = found === id ? null : found;
  useEffect(() => {
    if (survivor === null) return;
    const { pathname, search } = router.latestLocation;
    const to = pathname.replace(`/${id}`, `/${survivor}`);
    void router.navigate({ to, search, replace: true });
  }, [survivor, router, id]);

  if (record !== undefined && survivor === null) return children(record);
  if (loaded.isError) {
    const isGone = loaded.error instanceof ProblemError && loaded.error.status === 404;
    if (isGone)
      return (
        <EmptyState isPage icon="search_off" title={`There is no such ${noun}.`} text="It may have been deleted since the link was made.">
          <BackToList noun={noun} list={list} />
        </EmptyState>
      );
    return (
      <ErrorState isPage title={`The ${noun} could not be loaded.`} error={loaded.error} onRetry={() => void loaded.refetch()}>
        <BackToList noun={noun} list={list} />
      </ErrorState>
    );
  }
  return <RecordPending noun={noun} />;
}
