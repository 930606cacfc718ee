import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';

interface MoreRowsProps {
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly error: unknown;
  readonly onMore: () => void;
}

/**
 * The end of the loaded rows: the next page loads when it is reached, or by its button. After a failure only by the
 * button.
 */
export function MoreRows({ hasMore, isLoading, error, onMore }: MoreRowsProps) {
  const { t } = useTranslation('reservations');
  const end = useRef<HTMLDivElement>(null);
  const canLoad = hasMore && !isLoading && error === null;
  useEffect(() => {
    const element = end.current;
    if (element === null || !canLoad) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) onMore();
      },
      { rootMargin: '600px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [canLoad, onMore]);
  if (!hasMore) return null;
  return (
    <Box ref={end} sx={{ p: 1.5, textAlign: 'center' }}>
      <ProblemAlert error={error} sx={{ mb: 1 }} />
      <Button color="inherit" aria-disabled={isLoading} onClick={() => !isLoading && onMore()}>
        {isLoading ? t('list.loading') : t('list.more')}
      </Button>
    </Box>
  );
}
