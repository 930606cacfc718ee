import type { Deposit } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../app/auth.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { RevealButton } from '../../ui/form/reveal-button.tsx';
import { useFormat } from '../../ui/format.ts';
import { useReveal, type useDeposit } from './deposits.api.ts';
import { OtherReservation } from './other-reservation.tsx';
import { PickRow, type Pickable } from './pick-row.tsx';

export interface DepositChoiceProps {
  readonly deposit: Deposit;
  /** `null`: another deposit is open. */
  readonly detail: Pick<ReturnType<typeof useDeposit>, 'data' | 'error' | 'refetch'> | null;
  readonly isBusy: boolean;
  readonly onPick: (reservation: Pickable) => void;
  readonly onIgnore: () => void;
  readonly onUndo: () => void;
}

/** Why it waits, the bank's text, and the candidates; or the result. */
export function DepositChoice({ deposit, detail, isBusy, onPick, onIgnore, onUndo }: DepositChoiceProps) {
  const { t } = useTranslation('deposits');
  const format = useFormat();
  const reveal = useReveal(useProduct());
  const { settled } = deposit;
  const why =
    deposit.fault === null ? deposit.withheld.map((it) => t(`withheld.${it}`)) : [t(`fault.${deposit.fault}`)];
  return (
    <Box sx={{ display: 'grid', gap: 1.5, px: 1.5, pb: 1.5, pt: 1, '& > *': { minWidth: 0 } }}>
      {settled !== null && (
        <Box sx={{ typography: 'body2' }}>
          {[t(`settled.${deposit.state}`, { by: settled.by, when: format.dateTime(settled.at) }), settled.note]
            .filter((it) => it !== null)
            .join(' · ')}
        </Box>
      )}
      {settled === null && why.length > 0 && (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', typography: 'body2' }}>
          {why.map((it) => (
            <li key={it}>{it}</li>
          ))}
        </Box>
      )}
      {detail?.data === undefined && detail?.error != null && (
        <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />
      )}
      {detail?.data === undefined && detail?.error == null && (
        <Skeleton variant="rounded" height={64} aria-busy="true" />
      )}
      {detail?.data !== undefined && (
        <Box
          sx={{
            p: 1,
            borderRadius: 1,
            bgcolor: 'action.hover',
            typography: 'body2',
            whiteSpace: 'pre-wrap',
            overflowWrap: 'anywhere',
          }}
          data-testid="deposit-text"
        >
          {reveal.data?.text ?? detail.data.text}
        </Box>
      )}
      {detail?.data !== undefined && settled === null && detail.data.candidates.length > 0 && (
        <Box
          component="ol"
          aria-label={t('candidates')}
          sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}
        >
          {detail.data.candidates.map((it, place) => (
            <PickRow
              key={it.reservationId}
              reservation={it}
              place={place}
              isBusy={isBusy}
              onPick={() => onPick(it)}
              title={`${it.guestName} · ${t('due', { amount: format.money(it.dueAmount) })}`}
              text={`${it.code} · ${it.roomName} · ${format.dateTime(it.startsAt)}`}
              note={`${t('score', { score: format.number(it.score) })} · ${it.reasons.map((reason) => t(`reason.${reason}`)).join(', ')}`}
            />
          ))}
        </Box>
      )}
      {detail?.data !== undefined && settled === null && deposit.kind === 'DEPOSIT' && (
        <OtherReservation deposit={deposit} isBusy={isBusy} onPick={onPick} />
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {settled === null && (
          <Button variant="outlined" color="inherit" aria-disabled={isBusy} onClick={onIgnore}>
            {t('ignore')}
          </Button>
        )}
        {settled !== null && (
          <Button variant="outlined" color="inherit" aria-disabled={isBusy} onClick={onUndo}>
            {t('undo')}
          </Button>
        )}
        {reveal.data === undefined && (
          <RevealButton
            isBusy={reveal.isPending}
            error={reveal.error}
            onReason={(reason) => reveal.mutate({ depositId: deposit.id, reason })}
          >
            {t('reveal')}
          </RevealButton>
        )}
      </Box>
    </Box>
  );
}
