import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format.ts';
import { PagerNav } from './pager-nav.tsx';

interface PagerProps {
  /** The page number, from 0. */
  readonly page: number;
  readonly size: number;
  readonly total: number;
  /** `false`: the list has more rows than `total` says. */
  readonly isTotalExact?: boolean;
  readonly onPage: (page: number) => void;
}

/** The shown range, and the links to the other pages; renders nothing with a single page. */
export function Pager({ page, size, total, isTotalExact = true, onPage }: PagerProps) {
  const { t } = useTranslation('form');
  const format = useFormat();
  const end = (page + 1) * size;
  const last = isTotalExact ? Math.min(total, end) : end;
  const hasNext = !isTotalExact || last < total;
  if (page === 0 && !hasNext) return null;
  return (
    <PagerNav label={t('page.label')} padding={1}>
      <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {t(isTotalExact ? 'page.range' : 'page.rangeOfMany', {
          from: format.number(page * size + 1),
          to: format.number(last),
          total: format.number(total),
        })}
      </Box>
      <PageButtons page={page} hasNext={hasNext} onPage={onPage} />
    </PagerNav>
  );
}

interface PageButtonsProps extends Pick<PagerProps, 'page' | 'onPage'> {
  readonly hasNext: boolean;
}

/** The buttons to the page before and the next one. */
export function PageButtons({ page, hasNext, onPage }: PageButtonsProps) {
  const { t } = useTranslation('form');
  return (
    <>
      <Button color="inherit" disabled={page === 0} onClick={() => onPage(page - 1)}>
        {t('page.previous')}
      </Button>
      <Button color="inherit" disabled={!hasNext} onClick={() => onPage(page + 1)}>
        {t('page.next')}
      </Button>
    </>
  );
}
