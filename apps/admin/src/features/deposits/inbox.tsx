import type { Deposit } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../app/auth.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { useFormat } from '../../ui/format.ts';
import { DepositRow, rowId } from './deposit-row.tsx';
import { PAGE_SIZE, useDeposit, useDeposits, type Shown } from './deposits.api.ts';
import { inboxKeyOf } from './inbox-keys.ts';
import { useDeciding } from './deciding.ts';
import { OTHER_ID } from './other-reservation.tsx';
import type { Pickable } from './pick-row.tsx';

interface InboxProps {
  /** `null`: all the person's stores. */
  readonly storeId: string | null;
  /** Empty where all are of one. */
  readonly storeName: (storeId: string) => string;
}

/**
 * Deposits by keyboard: j and k move, 1 to 3 choose a candidate, c finds another reservation, i ignores, u undoes the
 * last decision. Each key has a button as well.
 */
export function Inbox({ storeId, storeName }: InboxProps) {
  const { t } = useTranslation('deposits');
  const format = useFormat();
  const product = useProduct();
  const [shown, setShown] = useState<Shown>('OPEN');
  const [page, setPage] = useState(0);
  const list = useDeposits(product, { storeId, shown, page });
  const items = list.data?.items ?? [];
  // The place stays when its row is decided: the next row moves up to it.
  const [open, setOpen] = useState<{ readonly id: string | null; readonly place: number }>({ id: null, place: 0 });
  const known = items.findIndex((it) => it.id === open.id);
  const place = known >= 0 ? known : Math.min(open.place, items.length - 1);
  const selected = open.id === null && known < 0 ? undefined : items[place];
  const detail = useDeposit(product, selected?.id ?? null);
  const candidates = detail.data?.id === selected?.id ? (detail.data?.candidates ?? []) : [];
  const [exceeding, setExceeding] = useState<{ readonly deposit: Deposit; readonly candidate: Pickable } | null>(null);
  const { decide, isBusy, last } = useDeciding(product);

  const go = (to: number) => {
    const row = items[to];
    if (row === undefined) return;
    setOpen({ id: row.id, place: to });
    document.getElementById(rowId(row))?.focus();
  };
  const pick = (deposit: Deposit, candidate: Pickable | undefined) => {
    if (candidate === undefined || !candidate.isPayable || deposit.kind !== 'DEPOSIT' || deposit.settled !== null)
      return;
    if ((deposit.amount ?? 0) > candidate.dueAmount) setExceeding({ deposit, candidate });
    else decide(deposit, { verb: 'match', reservationId: candidate.reservationId, mayExceedDue: false });
  };
  const ignore = (deposit: Deposit | undefined) =>
    deposit !== undefined && deposit.settled === null && decide(deposit, { verb: 'ignore' });
  const undo = (deposit: Deposit | null | undefined) =>
    deposit && deposit.settled !== null && decide(deposit, { verb: 'undo', reason: t('undoReason') });

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const key = exceeding === null ? inboxKeyOf(event) : null;
      if (key === null || event.repeat) return;
      event.preventDefault();
      if (key.does === 'next') go(selected === undefined ? 0 : place + 1);
      else if (key.does === 'previous') go(place - 1);
      else if (key.does === 'undo') undo(selected !== undefined && selected.settled !== null ? selected : last);
      else if (key.does === 'ignore') ignore(selected);
      else if (key.does === 'find') document.querySelector<HTMLInputElement>(`#${OTHER_ID} input`)?.focus();
      else if (key.does === 'pick' && selected !== undefined) pick(selected, candidates[key.place]);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });

  return (
    <Card component="section" variant="outlined" aria-label={t('inbox')} aria-busy={list.isPlaceholderData || isBusy}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', p: 1.5 }}>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={shown}
          aria-label={t('shown.label')}
          onChange={(_event, picked: Shown | null) => {
            if (picked === null) return;
            setShown(picked);
            setPage(0);
          }}
        >
          {(['OPEN', 'ALL'] as const).map((it) => (
            <ToggleButton key={it} value={it} sx={{ minHeight: 44, px: 2, textTransform: 'none' }}>
              {t(`shown.${it}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <Box
          component="span"
          data-testid="deposit-count"
          sx={{ typography: 'body2', fontVariantNumeric: 'tabular-nums', flex: 1 }}
        >
          {list.data !== undefined && t('count', { count: list.data.total, n: format.number(list.data.total) })}
        </Box>
        <Box
          component="span"
          sx={{ typography: 'caption', color: 'text.secondary', display: { xs: 'none', md: 'inline' } }}
        >
          {t('keys')}
        </Box>
        {last !== null && (
          <Button variant="outlined" color="inherit" onClick={() => undo(last)}>
            {t('undoLast')}
          </Button>
        )}
      </Box>
      {list.data === undefined && list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data === undefined && !list.isError && (
        <Box sx={{ px: 1.5, pb: 1.5 }} data-testid="deposits-loading">
          {[0, 1, 2].map((it) => (
            <Skeleton key={it} variant="text" height={56} />
          ))}
        </Box>
      )}
      {list.data !== undefined && items.length === 0 && (
        <EmptyState icon="payments" title={t(`empty.${shown}`)} text={t('empty.text')} />
      )}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', '& > li': { borderTop: 1, borderColor: 'divider' } }}>
        {items.map((deposit, index) => (
          <DepositRow
            key={deposit.id}
            deposit={deposit}
            storeName={storeName(deposit.storeId)}
            isOpen={deposit.id === selected?.id}
            detail={deposit.id === selected?.id ? detail : null}
            isBusy={isBusy}
            onToggle={() =>
              setOpen(deposit.id === selected?.id ? { id: null, place: index } : { id: deposit.id, place: index })
            }
            onPick={(candidate) => pick(deposit, candidate)}
            onIgnore={() => ignore(deposit)}
            onUndo={() => undo(deposit)}
          />
        ))}
      </Box>
      {list.data !== undefined && list.data.total > PAGE_SIZE && (
        <Box sx={{ display: 'flex', gap: 1, justifyContent: 'center', p: 1.5, borderTop: 1, borderColor: 'divider' }}>
          <Button color="inherit" variant="outlined" disabled={page === 0} onClick={() => setPage(page - 1)}>
            {t('newer')}
          </Button>
          <Button
            color="inherit"
            variant="outlined"
            disabled={(page + 1) * PAGE_SIZE >= list.data.total}
            onClick={() => setPage(page + 1)}
          >
            {t('older')}
          </Button>
        </Box>
      )}
      {exceeding !== null && (
        <ConfirmDialog
          title={t('exceed.title')}
          confirmLabel={t('exceed.confirm')}
          onClose={() => setExceeding(null)}
          onConfirm={() => {
            decide(exceeding.deposit, {
              verb: 'match',
              reservationId: exceeding.candidate.reservationId,
              mayExceedDue: true,
            });
            setExceeding(null);
          }}
        >
          {t('exceed.text', {
            code: exceeding.candidate.code,
            amount: format.money((exceeding.deposit.amount ?? 0) - exceeding.candidate.dueAmount),
          })}
        </ConfirmDialog>
      )}
    </Card>
  );
}
