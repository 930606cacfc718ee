import type { Approval } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { ConfirmDialog } from '../../ui/form/dialog/confirm-dialog.tsx';
import { useFormat } from '../../ui/format.ts';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { ApprovalFacts } from './approval-facts.tsx';
import { useDecideApproval, useApprovalPart } from './approvals.api.ts';
import { RefuseDialog } from './refuse-dialog.tsx';
import { useNow } from '../../ui/time/use-now.ts';
import { useApprovalSubject } from './approval-subject.ts';

const SOON_MS = 120_000;
const BUTTON = { minHeight: 48, flex: { xs: 1, sm: 'none' }, minWidth: { sm: 120 } } as const;

type Question = 'approve' | 'refuse';

/** A pending request: subject, author, reason and deadline, and the actions of this person. */
export function ApprovalCard({ approval }: { readonly approval: Approval }) {
  const { t } = useTranslation('approvals');
  const what = useApprovalSubject();
  const part = useApprovalPart()(approval);
  const decide = useDecideApproval(useProduct());
  const [dialog, setDialog] = useState<Question | null>(null);
  const close = () => setDialog(null);

  function approve(): void {
    decide.mutate(
      { approvalId: approval.id, decision: { verb: 'approve' } },
      {
        onSuccess: (ended) =>
          ended.failure === null
            ? toast.success(t('approved', { what: what(ended) }))
            : toast.error(t(`failure.${ended.failure}`)),
        onSettled: close,
      },
    );
  }

  function withdraw(): void {
    decide.mutate(
      { approvalId: approval.id, decision: { verb: 'decline' } },
      { onSuccess: () => toast.success(t('withdrawn')) },
    );
  }

  return (
    <Card
      component="li"
      variant="outlined"
      data-testid="approval"
      data-kind={approval.kind}
      sx={{ p: 2, display: 'grid', gap: 1.5, listStyle: 'none' }}
    >
      <ApprovalHead approval={approval} />
      <ApprovalFacts approval={approval} />
      <ProblemAlert error={decide.error} />
      {part === 'SECOND' && <DecisionButtons onAsk={setDialog} />}
      {part === 'ASKER' && <Withdrawal isBusy={decide.isPending} onWithdraw={withdraw} />}
      {part === null && <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('notMine')}</Box>}
      {dialog === 'approve' && (
        <ApproveDialog approval={approval} isBusy={decide.isPending} onConfirm={approve} onClose={close} />
      )}
      {dialog === 'refuse' && <RefuseDialog approval={approval} onClose={close} />}
    </Card>
  );
}

function ApprovalHead({ approval }: { readonly approval: Approval }) {
  const what = useApprovalSubject();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'space-between', alignItems: 'baseline' }}>
      <Box component="h2" sx={{ typography: 'h6', m: 0, overflowWrap: 'anywhere' }}>
        {what(approval)}
      </Box>
      <Deadline expiresAt={approval.expiresAt} />
    </Box>
  );
}

/** The time that is left, counted in seconds within the last hour. */
function Deadline({ expiresAt }: Pick<Approval, 'expiresAt'>) {
  const { t } = useTranslation('approvals');
  const format = useFormat();
  const leftMs = Date.parse(expiresAt) - useNow(1000);
  const remaining =
    leftMs <= 0
      ? t('left.none')
      : leftMs < 3600_000
        ? t('left.minutes', {
            minutes: Math.floor(leftMs / 60_000),
            seconds: String(Math.floor(leftMs / 1000) % 60).padStart(2, '0'),
          })
        : t('until', { at: format.dateTime(expiresAt) });
  return (
    <Box
      role="timer"
      sx={{
        fontWeight: 700,
        fontVariantNumeric: 'tabular-nums',
        color: leftMs < SOON_MS ? 'error.main' : 'text.secondary',
        typography: 'body2',
      }}
    >
      {remaining}
    </Box>
  );
}

/** The buttons of a second person: approve or refuse. */
function DecisionButtons({ onAsk }: { readonly onAsk: (question: Question) => void }) {
  const { t } = useTranslation('approvals');
  return (
    <Box sx={{ display: 'flex', gap: 1, justifyContent: 'flex-end' }}>
      <Button variant="outlined" color="inherit" sx={BUTTON} onClick={() => onAsk('refuse')}>
        {t('refuse.open')}
      </Button>
      <Button variant="contained" sx={BUTTON} onClick={() => onAsk('approve')}>
        {t('approve.open')}
      </Button>
    </Box>
  );
}

interface WithdrawalProps {
  readonly isBusy: boolean;
  readonly onWithdraw: () => void;
}

/** Shows the author that the request is pending, and lets them withdraw it. */
function Withdrawal({ isBusy, onWithdraw }: WithdrawalProps) {
  const { t } = useTranslation('approvals');
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'space-between', alignItems: 'center' }}>
      <Box sx={{ typography: 'body2', color: 'text.secondary', minWidth: 0 }}>{t('waits')}</Box>
      <Button
        variant="outlined"
        color="inherit"
        sx={BUTTON}
        aria-disabled={isBusy}
        onClick={() => !isBusy && onWithdraw()}
      >
        {t('withdraw')}
      </Button>
    </Box>
  );
}

interface ApproveDialogProps {
  readonly approval: Approval;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

function ApproveDialog({ approval, isBusy, onConfirm, onClose }: ApproveDialogProps) {
  const { t } = useTranslation('approvals');
  const what = useApprovalSubject();
  return (
    <ConfirmDialog
      title={t('approve.title', { what: what(approval) })}
      confirmLabel={t('approve.now')}
      isDangerous
      isBusy={isBusy}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Box sx={{ mb: 1.5 }}>{t(`approve.text.${approval.kind}`)}</Box>
      <ApprovalFacts approval={approval} />
    </ConfirmDialog>
  );
}
