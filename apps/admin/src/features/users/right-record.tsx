import type { RightChange } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { PLAIN_LIST } from '../../ui/form/layouts.ts';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Pager } from '../../ui/form/pager/pager.tsx';
import { useFormat } from '../../ui/format.ts';
import { RECORD_SIZE, useRightChanges } from './users.api.ts';

/** The history of a person's rights, newest first. */
export function RightRecord({ userId }: { readonly userId: string }) {
  const { t } = useTranslation('users');
  const format = useFormat();
  const [page, setPage] = useState(0);
  const { data, error, refetch } = useRightChanges(useProduct(), userId, page);
  const words = useChangeWords();
  if (data === undefined)
    return error === null ? (
      <Skeleton variant="rounded" height={96} />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    );
  return (
    <>
      <Box component="ol" aria-label={t('record.title')} sx={PLAIN_LIST}>
        {data.items.map((item) => (
          <Box
            component="li"
            key={item.id}
            data-testid="right-change"
            sx={{ py: 0.75, '&:not(:last-child)': { borderBottom: 1, borderColor: 'divider' } }}
          >
            <Box sx={{ overflowWrap: 'anywhere' }}>{words(item)}</Box>
            <Box sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
              {format.dateTime(item.at)} · {item.by ?? t('record.nobody')}
            </Box>
          </Box>
        ))}
      </Box>
      <Pager page={page} size={RECORD_SIZE} total={data.total} isTotalExact={data.isTotalExact} onPage={setPage} />
    </>
  );
}

function useChangeWords(): (change: RightChange) => string {
  const { t } = useTranslation(['users', 'navbar']);
  const format = useFormat();
  return ({ change, state, role, until, storeName }) => {
    if (change === 'STATE') return state === null ? '' : t(`record.state.${state}`);
    const what = role === null ? (storeName ?? t('record.store')) : t(`navbar:role.${role}`);
    return (
      t(`record.${change}`, {
        what,
        until: until === null ? t('record.noEnd') : t('until', { at: format.dateTime(until) }),
      }) + (change === 'ROLE_GIVEN' && until !== null ? ` (${t('until', { at: format.dateTime(until) })})` : '')
    );
  };
}
