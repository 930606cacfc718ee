import type { Deposit } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import type { GrowingRows } from '../../session/live-collection.ts';
import { PLAIN_LIST } from '../../ui/form/layouts.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { ConfirmDialog } from '../../ui/form/dialog/confirm-dialog.tsx';
import { useFormat } from '../../ui/format.ts';
import { useDocumentKeys } from '../../ui/use-document-keys.ts';
import { ChoiceToggle } from '../../ui/form/choice-toggle.tsx';
import { DepositItem, depositItemId } from './deposit-item.tsx';
import { DEPOSITS_PAGE_SIZE, useDeposit, useDeposits, type DepositListScope } from './deposits.api.ts';
import { toInboxKey, type InboxKey } from './inbox-keys.ts';
import { useDepositDecisions } from './deposit-decisions.ts';
import { OTHER_RESERVATION_ID } from './other-reservation.tsx';
import type { PickableReservation } from './pick-row.tsx';

interface InboxProps {
  /** `null`: all the person's stores. */
  readonly storeId: string | null;
  /** Empty if all deposits are of one store. */
  readonly storeName: (storeId: string) => string;
}

/**
 * Deposits by keyboard: j and k move, 1 to 3 choose a candidate, c finds another reservation, i ignores, u undoes the
 * last decision. Each key has a button as well.
 */
export function Inbox({ storeId, storeName }: InboxProps) {
  const { t } = useTranslation('deposits');
  const product = useProduct();
  const [shown, setShown] = useState<DepositListScope>('OPEN');
  const [page, setPage] = useState(0);
  const list = useDeposits(product, { storeId, shown, page });
  const items = list.data?.items ?? [];
  const selection = useSelection(product, items);
  const decisions = useDecisions(product);
  useInboxKeys(selection, decisions);
  const { last, exceeding, isBusy } = decisions;
  return (
    <Card component="section" variant="outlined" aria-label={t('inbox')} aria-busy={list.isPlaceholderData || isBusy}>
      <InboxHead
        shown={shown}
        page={list.data}
        onShow={(picked) => {
          setShown(picked);
          setPage(0);
        }}
        onUndo={last === null ? null : () => decisions.undo(last)}
      />
      {list.data === undefined && list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data === undefined && !list.isError && <LoadingRows />}
      {list.data !== undefined && items.length === 0 && (
        <EmptyState icon="payments" title={t(`empty.${shown}`)} text={t('empty.text')} />
      )}
      <Box component="ul" sx={{ ...PLAIN_LIST, '& > li': { borderTop: 1, borderColor: 'divider' } }}>
        {items.map((deposit, index) => (
          <DepositItem
            key={deposit.id}
            deposit={deposit}
            storeName={storeName(deposit.storeId)}
            isOpen={deposit.id === selection.selected?.id}
            detail={deposit.id === selection.selected?.id ? selection.detail : null}
            isBusy={isBusy}
            onToggle={() => selection.toggle(deposit.id, index)}
            onPick={(candidate) => decisions.pick(deposit, candidate)}
            onIgnore={() => decisions.ignore(deposit)}
            onUndo={() => decisions.undo(deposit)}
          />
        ))}
      </Box>
      {list.data !== undefined && list.data.total > DEPOSITS_PAGE_SIZE && (
        <InboxPager
          page={page}
          hasNext={!list.data.isTotalExact || (page + 1) * DEPOSITS_PAGE_SIZE < list.data.total}
          onPage={setPage}
        />
      )}
      {exceeding !== null && (
        <ExceedDialog {...exceeding} onConfirm={decisions.confirmExcess} onClose={decisions.dismissExcess} />
      )}
    </Card>
  );
}

/** The open deposit, with its candidates. */
function useSelection(product: string, items: readonly Deposit[]) {
  // The position stays when its row is decided, because the next row moves up to it.
  const [open, setOpen] = useState<{ readonly id: string | null; readonly place: number }>({ id: null, place: 0 });
  const index = items.findIndex(({ id }) => id === open.id);
  const place = index >= 0 ? index : Math.min(open.place, items.length - 1);
  const selected = open.id === null && index < 0 ? undefined : items[place];
  const detail = useDeposit(product, selected?.id ?? null);

  function toggle(id: string, at: number): void {
    setOpen({ id: id === selected?.id ? null : id, place: at });
  }

  function go(to: number): void {
    const row = items[to];
    if (row === undefined) return;
    setOpen({ id: row.id, place: to });
    document.getElementById(depositItemId(row))?.focus();
  }

  return {
    selected,
    detail,
    candidates: detail.data?.id === selected?.id ? (detail.data?.candidates ?? []) : [],
    toggle,
    goToNext: () => go(selected === undefined ? 0 : place + 1),
    goToPrevious: () => go(place - 1),
  };
}

/** A deposit and a reservation whose amount due is less than the deposit. */
interface Excess {
  readonly deposit: Deposit;
  readonly candidate: PickableReservation;
}

/** The possible decisions about a deposit; one that does not fit the deposit does nothing. */
function useDecisions(product: string) {
  const { t } = useTranslation('deposits');
  const { decide, isBusy, last } = useDepositDecisions(product);
  const [exceeding, setExceeding] = useState<Excess | null>(null);

  function pick(deposit: Deposit, candidate: PickableReservation | undefined): void {
    if (candidate === undefined || !candidate.isPayable || deposit.kind !== 'DEPOSIT' || deposit.settled !== null)
      return;
    if ((deposit.amount ?? 0) > candidate.dueAmount) setExceeding({ deposit, candidate });
    else decide(deposit, { verb: 'match', reservationId: candidate.reservationId, mayExceedDue: false });
  }

  function confirmExcess({ deposit, candidate }: Excess): void {
    decide(deposit, { verb: 'match', reservationId: candidate.reservationId, mayExceedDue: true });
    setExceeding(null);
  }

  function ignore(deposit: Deposit | undefined): void {
    if (deposit !== undefined && deposit.settled === null) decide(deposit, { verb: 'ignore' });
  }

  function undo(deposit: Deposit | null): void {
    if (deposit !== null && deposit.settled !== null) decide(deposit, { verb: 'undo', reason: t('undoReason') });
  }

  return { isBusy, last, exceeding, pick, confirmExcess, dismissExcess: () => setExceeding(null), ignore, undo };
}

function useInboxKeys(
  { selected, candidates, goToNext, goToPrevious }: ReturnType<typeof useSelection>,
  { exceeding, last, pick, ignore, undo }: ReturnType<typeof useDecisions>,
): void {
  function act(key: InboxKey): void {
    switch (key.does) {
      case 'next':
        return goToNext();
      case 'previous':
        return goToPrevious();
      case 'undo':
        return undo(selected !== undefined && selected.settled !== null ? selected : last);
      case 'ignore':
        return ignore(selected);
      case 'find':
        return document.querySelector<HTMLInputElement>(`#${OTHER_RESERVATION_ID} input`)?.focus();
      case 'pick':
        if (selected !== undefined) pick(selected, candidates[key.place]);
    }
  }

  useDocumentKeys((event) => {
    const key = exceeding === null ? toInboxKey(event) : null;
    if (key === null || event.repeat) return;
    event.preventDefault();
    act(key);
  });
}

interface InboxHeadProps {
  readonly shown: DepositListScope;
  /** `undefined` until the list has loaded. */
  readonly page: Pick<GrowingRows<Deposit>, 'total' | 'isTotalExact'> | undefined;
  readonly onShow: (shown: DepositListScope) => void;
  /** `null`: there is no last decision. */
  readonly onUndo: (() => void) | null;
}

/** The head of the list: the filter, the number of deposits, and the button that undoes the last decision. */
function InboxHead({ shown, page, onShow, onUndo }: InboxHeadProps) {
  const { t } = useTranslation('deposits');
  const format = useFormat();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', p: 1.5 }}>
      <ChoiceToggle
        label={t('shown.label')}
        value={shown}
        choices={(['OPEN', 'ALL'] as const).map((value) => ({ value, label: t(`shown.${value}`) }))}
        onChoose={onShow}
        isLarge
      />
      <Box
        component="span"
        data-testid="deposit-count"
        sx={{ typography: 'body2', fontVariantNumeric: 'tabular-nums', flex: 1 }}
      >
        {page !== undefined &&
          (page.isTotalExact
            ? t('count', { count: page.total, n: format.number(page.total) })
            : t('countOfMany', { total: format.number(page.total) }))}
      </Box>
      <Box
        component="span"
        sx={{ typography: 'caption', color: 'text.secondary', display: { xs: 'none', md: 'inline' } }}
      >
        {t('keys')}
      </Box>
      {onUndo !== null && (
        <Button variant="outlined" color="inherit" onClick={onUndo}>
          {t('undoLast')}
        </Button>
      )}
    </Box>
  );
}

function LoadingRows() {
  return (
    <Box sx={{ px: 1.5, pb: 1.5 }} data-testid="deposits-loading">
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} variant="text" height={56} />
      ))}
    </Box>
  );
}

interface InboxPagerProps {
  /** From 0. */
  readonly page: number;
  readonly hasNext: boolean;
  readonly onPage: (page: number) => void;
}

function InboxPager({ page, hasNext, onPage }: InboxPagerProps) {
  const { t } = useTranslation('deposits');
  return (
    <Box sx={{ display: 'flex', gap: 1, justifyContent: 'center', p: 1.5, borderTop: 1, borderColor: 'divider' }}>
      <Button color="inherit" variant="outlined" disabled={page === 0} onClick={() => onPage(page - 1)}>
        {t('newer')}
      </Button>
      <Button color="inherit" variant="outlined" disabled={!hasNext} onClick={() => onPage(page + 1)}>
        {t('older')}
      </Button>
    </Box>
  );
}

interface ExceedDialogProps extends Excess {
  readonly onConfirm: (excess: Excess) => void;
  readonly onClose: () => void;
}

/** Asks whether a deposit may pay more than is due. */
function ExceedDialog({ deposit, candidate, onConfirm, onClose }: ExceedDialogProps) {
  const { t } = useTranslation('deposits');
  const format = useFormat();
  return (
    <ConfirmDialog
      title={t('exceed.title')}
      confirmLabel={t('exceed.confirm')}
      onClose={onClose}
      onConfirm={() => onConfirm({ deposit, candidate })}
    >
      {t('exceed.text', {
        code: candidate.code,
        amount: format.money((deposit.amount ?? 0) - candidate.dueAmount),
      })}
    </ConfirmDialog>
  );
}
