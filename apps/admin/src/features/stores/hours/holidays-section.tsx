import type { Holiday, Store } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import { zonedDate } from '@munjigi/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { problemText } from '../../../api/problem-text.ts';
import { useCan, useProduct } from '../../../session/auth.tsx';
import { Unread } from '../../../ui/form/unread.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { useFormat } from '../../../ui/format.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { HolidayForm } from './holiday-form.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { FORM_WIDTH } from '../../../ui/page-layout.ts';
import { StoreIcon } from '../store-icon.tsx';
import { useEditHoliday, useHolidays } from '../stores.api.ts';

const YEARS = { first: 2000, last: 2100 } as const;

/** The holidays of a year: the gazette's, and this store's changes to them. Prices depend on them. */
export function HolidaysSection({ store }: { readonly store: Store }) {
  const { t } = useTranslation(['stores', 'form']);
  const can = useCan();
  const product = useProduct();
  const { year, changeYear } = useShownYear(store.timeZone);
  const holidays = useHolidays(product, store.id, year);
  const edit = useEditHoliday(product, store.id);
  const change = (body: Parameters<typeof edit.mutate>[0]) =>
    edit.mutate(body, { onError: (error) => toast.error(problemText(t, error)) });

  return (
    <Box component="section" aria-labelledby="holidays-title" sx={{ display: 'grid', gap: 1.5, maxWidth: FORM_WIDTH }}>
      <HolidaysHead year={year} onYear={changeYear} />
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('holidays.text')}</Box>
      {holidays.data?.isGazetteKnown === false && <UnknownYearAlert year={year} />}
      <Unread query={holidays} height={320} />
      {holidays.data?.items.length === 0 && <EmptyState icon="reservation" title={t('holidays.empty')} />}
      {holidays.data !== undefined && holidays.data.items.length > 0 && (
        <Card component="ul" variant="outlined" sx={{ '& > * + *': { borderTop: 1, borderColor: 'divider' } }}>
          {holidays.data.items.map((holiday) => (
            <HolidayRow key={holiday.date} holiday={holiday} isReadOnly={!can('stores:write')} onChange={change} />
          ))}
        </Card>
      )}
      {can('stores:write') && <HolidayForm key={year} store={store} year={year} />}
    </Box>
  );
}

/** The year in the address, or the current one. */
function useShownYear(timeZone: string) {
  const [params, setParams] = useSearchParams();
  const [thisYear] = useState(() => Number(zonedDate(timeZone, new Date()).slice(0, 4)));
  const named = Number(params.get('year') ?? '');
  const year = Number.isInteger(named) && named >= YEARS.first && named <= YEARS.last ? named : thisYear;
  const changeYear = (next: number) =>
    setParams(
      (now) => {
        const changed = new URLSearchParams(now);
        changed.set('year', String(next));
        return changed;
      },
      { replace: true, preventScrollReset: true },
    );
  return { year, changeYear };
}

interface HolidaysHeadProps {
  readonly year: number;
  readonly onYear: (year: number) => void;
}

function HolidaysHead({ year, onYear }: HolidaysHeadProps) {
  const { t } = useTranslation('stores');
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      <Box component="h2" id="holidays-title" sx={{ typography: 'h6', m: 0, flex: 1, whiteSpace: 'nowrap' }}>
        {t('holidays.title')}
      </Box>
      <IconButton aria-label={t('holidays.yearBefore')} disabled={year <= YEARS.first} onClick={() => onYear(year - 1)}>
        <StoreIcon name="back" />
      </IconButton>
      <Box
        component="span"
        role="status"
        data-testid="holiday-year"
        sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}
      >
        {t('holidays.year', { year })}
      </Box>
      <IconButton aria-label={t('holidays.yearAfter')} disabled={year >= YEARS.last} onClick={() => onYear(year + 1)}>
        <StoreIcon name="next" />
      </IconButton>
    </Box>
  );
}

/** Warns that the gazette has not announced the holidays of the year yet. */
function UnknownYearAlert({ year }: { readonly year: number }) {
  const { t } = useTranslation('stores');
  return (
    <Box
      role="alert"
      sx={{
        display: 'flex',
        gap: 1,
        p: 1.5,
        border: 1,
        borderColor: 'warning.main',
        borderRadius: 1,
        typography: 'body2',
      }}
    >
      <Box component="span" sx={{ color: 'warning.main', display: 'inline-flex' }}>
        <Icon name="warning" size={18} />
      </Box>
      {t('holidays.unknownYear', { year })}
    </Box>
  );
}

interface HolidayRowProps {
  readonly holiday: Holiday;
  readonly isReadOnly: boolean;
  readonly onChange: (body: { date: string; name: string; isHoliday: boolean | null }) => void;
}

function HolidayRow({ holiday, isReadOnly, onChange }: HolidayRowProps) {
  const { t } = useTranslation('stores');
  const format = useFormat();
  const { date, name, source, isHoliday } = holiday;
  const action = source === 'GAZETTE' ? 'skip' : isHoliday ? 'remove' : 'restore';
  return (
    <Box
      component="li"
      data-testid="holiday"
      data-date={date}
      sx={{ display: 'flex', gap: 1, alignItems: 'center', px: 1.5, py: 0.75, minHeight: 48 }}
    >
      <Box
        sx={{
          flex: 'none',
          width: { xs: 84, sm: 104 },
          typography: 'body2',
          fontVariantNumeric: 'tabular-nums',
          color: 'text.secondary',
        }}
      >
        {format.day(date)}
      </Box>
      <Box
        sx={{
          flex: 1,
          minWidth: 0,
          fontWeight: 600,
          ...(!isHoliday && { textDecoration: 'line-through', color: 'text.secondary' }),
        }}
      >
        {name}
      </Box>
      {source === 'STORE' && (
        <Chip size="small" variant="outlined" label={t(isHoliday ? 'holidays.own' : 'holidays.notKept')} />
      )}
      {!isReadOnly && (
        <Button
          size="small"
          color="inherit"
          sx={{ flex: 'none' }}
          aria-label={`${format.day(date)} ${name} ${t(`holidays.${action}`)}`}
          onClick={() => onChange({ date, name, isHoliday: source === 'GAZETTE' ? false : null })}
        >
          {t(`holidays.${action}`)}
        </Button>
      )}
    </Box>
  );
}
