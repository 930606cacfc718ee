import Skeleton from '@mui/material/Skeleton';
import { ErrorState } from '../states/error-state.tsx';

interface UnreadProps {
  readonly query: {
    readonly data: unknown;
    readonly isError: boolean;
    readonly error: unknown;
    readonly refetch: () => Promise<unknown>;
  };
  /** Of the place that the data will take. */
  readonly height: number;
  readonly testId?: string;
}

/** The place of data that is still being read, or why it could not be read. Renders nothing once there is data. */
export function Unread({ query, height, testId }: UnreadProps) {
  if (query.data !== undefined) return null;
  return query.isError ? (
    <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  ) : (
    <Skeleton variant="rounded" height={height} aria-busy="true" data-testid={testId} />
  );
}
