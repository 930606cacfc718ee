import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import type { ReactNode } from 'react';
import { EmptyState } from '../states/empty-state.tsx';
import { ErrorState } from '../states/error-state.tsx';
import type { IconName } from '../icon.tsx';
import type { ScreenTexts } from './filter-bar.tsx';
import { VISUALLY_HIDDEN } from '../visually-hidden.ts';

interface ListResultsProps<Page> {
  readonly query: {
    readonly data: Page | undefined;
    readonly isError: boolean;
    readonly error: unknown;
    readonly refetch: () => Promise<unknown>;
  };
  /** Shown until the first page is read. */
  readonly skeleton: ReactNode;
  readonly children: (page: Page) => ReactNode;
}

/** A page of a list, or its skeleton, or why it could not be read. */
export function ListResults<Page>({ query, skeleton, children }: ListResultsProps<Page>) {
  if (query.data !== undefined) return children(query.data);
  return query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : skeleton;
}

interface ListSkeletonProps {
  readonly rows: number;
  /** Of a row, in px. */
  readonly height: number;
  readonly testId?: string;
}

export function ListSkeleton({ rows, height, testId }: ListSkeletonProps) {
  return (
    <Card variant="outlined" aria-busy="true" data-testid={testId} sx={{ px: 1.5, py: 0.5 }}>
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} variant="text" height={height} />
      ))}
    </Card>
  );
}

interface ListCardProps {
  /** The rows are those of the previous page, while the next one loads. */
  readonly isOld: boolean;
  readonly children: ReactNode;
}

/** The rows of a list. */
export function ListCard({ isOld, children }: ListCardProps) {
  return (
    <Card variant="outlined" aria-busy={isOld} sx={{ opacity: isOld ? 0.6 : 1, px: { xs: 1.5, md: 0 } }}>
      {children}
    </Card>
  );
}

interface EmptyListProps {
  readonly title: string;
  readonly text?: string;
  readonly icon?: IconName;
  readonly action?: { readonly text: string; readonly onClick: () => void };
}

/** Why a list has no rows, and one way on. */
export function EmptyList({ action, ...state }: EmptyListProps) {
  if (action === undefined) return <EmptyState {...state} />;
  return (
    <EmptyState
      {...state}
      action={
        <Button variant="outlined" color="inherit" onClick={action.onClick}>
          {action.text}
        </Button>
      }
    />
  );
}

interface NothingFoundProps {
  /** With `empty.title`, `.text`, `.narrowedTitle`, `.narrowedText` and `filter.clear`. */
  readonly texts: ScreenTexts;
  readonly icon?: IconName;
  /** Whether a filter may hide rows. */
  readonly isNarrowed: boolean;
  readonly onClear: () => void;
}

/** Why a filtered list has no rows. */
export function NothingFound({ texts, isNarrowed, onClear, ...icon }: NothingFoundProps) {
  if (!isNarrowed) return <EmptyState {...icon} title={texts('empty.title')} text={texts('empty.text')} />;
  return (
    <EmptyList
      {...icon}
      title={texts('empty.narrowedTitle')}
      text={texts('empty.narrowedText')}
      action={{ text: texts('filter.clear'), onClick: onClear }}
    />
  );
}

interface NothingSoFarProps {
  /** With `empty.soFarTitle`, `.soFarText` and `.further`. */
  readonly texts: ScreenTexts;
  readonly onFurther: () => void;
}

/** The server searched a limited number of rows and found nothing in them. */
export function NothingSoFar({ texts, onFurther }: NothingSoFarProps) {
  return (
    <EmptyList
      title={texts('empty.soFarTitle')}
      text={texts('empty.soFarText')}
      action={{ text: texts('empty.further'), onClick: onFurther }}
    />
  );
}

interface HiddenCountProps {
  /** With `count`, and `countOfMany` for an inexact total. */
  readonly texts: ScreenTexts;
  /** `undefined` while the page is read. */
  readonly page: { readonly total: number; readonly isTotalExact: boolean } | undefined;
}

/** Announces to screen readers how many rows the filter finds. */
export function HiddenCount({ texts, page }: HiddenCountProps) {
  return (
    <Box role="status" sx={VISUALLY_HIDDEN}>
      {page === undefined
        ? ''
        : texts(page.isTotalExact ? 'count' : 'countOfMany', { count: page.total, total: page.total })}
    </Box>
  );
}
