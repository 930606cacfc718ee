import type { Deposit, DepositCandidate, PAYOUT_SETTLER } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { PLAIN_LIST } from '../../ui/form/layouts.ts';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { RevealButton } from '../../ui/form/reveal-button.tsx';
import { useFormat } from '../../ui/format.ts';
import { CorrectDialog } from './correct-dialog.tsx';
import { DepositText } from './deposit-text.tsx';
import { useRevealDeposit, type useDeposit } from './deposits.api.ts';
import { OtherReservation } from './other-reservation.tsx';
import { PickRow, type PickableReservation } from './pick-row.tsx';

/** Who settles a payout of a provider (MC-17). */
const PAYOUT: typeof PAYOUT_SETTLER = 'PAYOUT';

export interface DepositChoiceProps {
  readonly deposit: Deposit;
  /** `null`: another deposit is open. */
  readonly detail: Pick<ReturnType<typeof useDeposit>, 'data' | 'error' | 'refetch'> | null;
  readonly isBusy: boolean;
  readonly onPick: (reservation: PickableReservation) => void;
  readonly onIgnore: () => void;
  readonly onUndo: () => void;
}

/** Shows why the deposit needs a decision, the bank's text, and the candidates; or the result. */
export function DepositChoice({ deposit, detail, isBusy, onPick, onIgnore, onUndo }: DepositChoiceProps) {
  const { t } = useTranslation('deposits');
  const reveal = useRevealDeposit(useProduct());
  const [isCorrecting, setIsCorrecting] = useState(false);
  const { settled, state } = deposit;
  const settledState = SETTLED_STATES.find((settlable) => settlable === state);
  const text = reveal.data?.text ?? detail?.data?.text;
  return (
    <Box sx={{ display: 'grid', gap: 1.5, px: 1.5, pb: 1.5, pt: 1, '& > *': { minWidth: 0 } }}>
      {settled === null || settledState === undefined ? (
        <WaitingReasons deposit={deposit} />
      ) : (
        <SettledNote state={settledState} settled={settled} />
      )}
      {detail?.data === undefined && detail?.error != null && (
        <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />
      )}
      {detail?.data === undefined && detail?.error == null && (
        <Skeleton variant="rounded" height={64} aria-busy="true" />
      )}
      {text !== undefined && <DepositText text={text} />}
      {detail?.data !== undefined && settled === null && detail.data.candidates.length > 0 && (
        <CandidateList candidates={detail.data.candidates} isBusy={isBusy} onPick={onPick} />
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
        {settled === null && text !== undefined && (
          <Button variant="outlined" color="inherit" aria-disabled={isBusy} onClick={() => setIsCorrecting(true)}>
            {t('correct.open')}
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
      {isCorrecting && text !== undefined && (
        <CorrectDialog deposit={deposit} text={text} onClose={() => setIsCorrecting(false)} />
      )}
    </Box>
  );
}

/** Why the deposit waits for a person. */
function WaitingReasons({ deposit: { fault, withheld } }: Pick<DepositChoiceProps, 'deposit'>) {
  const { t } = useTranslation('deposits');
  const reasons = fault === null ? withheld.map((reason) => t(`withheld.${reason}`)) : [t(`fault.${fault}`)];
  if (reasons.length === 0) return null;
  return (
    <Box component="ul" sx={{ ...PLAIN_LIST, typography: 'body2' }}>
      {reasons.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </Box>
  );
}

const SETTLED_STATES = ['MATCHED_AUTO', 'MATCHED_MANUAL', 'IGNORED'] as const satisfies readonly Deposit['state'][];

interface SettledNoteProps {
  readonly state: (typeof SETTLED_STATES)[number];
  readonly settled: NonNullable<Deposit['settled']>;
}

/** Shows the decision, its author and its time. */
function SettledNote({ state, settled: { by, at, note } }: SettledNoteProps) {
  const { t } = useTranslation('deposits');
  const format = useFormat();
  const kind = state === 'IGNORED' && by === PAYOUT ? 'PAYOUT' : state;
  return (
    <Box sx={{ typography: 'body2' }}>
      {[t(`settled.${kind}`, { by, when: format.dateTime(at) }), note].filter((part) => part !== null).join(' · ')}
    </Box>
  );
}

interface CandidateListProps extends Pick<DepositChoiceProps, 'isBusy' | 'onPick'> {
  readonly candidates: readonly DepositCandidate[];
}

/** The reservations that the deposit may be for, the most likely first. */
function CandidateList({ candidates, isBusy, onPick }: CandidateListProps) {
  const { t } = useTranslation('deposits');
  const format = useFormat();
  return (
    <Box component="ol" aria-label={t('candidates')} sx={{ ...PLAIN_LIST, display: 'grid', gap: 1 }}>
      {candidates.map((candidate, place) => (
        <PickRow
          key={candidate.reservationId}
          reservation={candidate}
          place={place}
          isBusy={isBusy}
          onPick={() => onPick(candidate)}
          title={`${candidate.guestName} · ${t('due', { amount: format.money(candidate.dueAmount) })}`}
          text={`${candidate.code} · ${candidate.roomName} · ${format.dateTime(candidate.startsAt)}`}
          note={`${t('score', { score: format.number(candidate.score) })} · ${candidate.reasons.map((reason) => t(`reason.${reason}`)).join(', ')}`}
        />
      ))}
    </Box>
  );
}
