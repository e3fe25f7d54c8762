import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { ProblemError } from '../../api/problem-error.ts';
import { problemText } from '../../api/problem-toast.ts';
import { Icon } from '../icon/icon.tsx';
import { EmptyState } from './empty-state.tsx';

/** What an error of any kind has to say to a person. */
export function errorText(error: unknown): string {
  if (error instanceof ProblemError) return problemText(error);
  return error instanceof Error ? error.message : 'Something went wrong.';
}

export type ErrorStateProps = {
  /** What did not work: "The list could not be loaded." */
  title: string;
  error: unknown;
  onRetry?: () => void;
  /** It is all there is of the page. */
  isPage?: boolean;
  /** Another way out beside trying again. */
  children?: ReactNode;
};

/** Says what did not work and offers to try again. */
export function ErrorState({ title, error, onRetry, isPage = false, children }: ErrorStateProps) {
  return (
    <div role="alert">
      <EmptyState title={title} text={errorText(error)} icon="error" isPage={isPage}>
        {onRetry ? (
          <Button variant="outlined" onClick={onRetry} startIcon={<Icon name="refresh" />}>
            Try again
          </Button>
        ) : null}
        {children}
      </EmptyState>
    </div>
  );
}
