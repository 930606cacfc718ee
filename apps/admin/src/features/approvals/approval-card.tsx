import type { Approval } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../api/problem-text.ts';
import { useProduct } from '../../app/auth.tsx';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { useFormat } from '../../ui/format.ts';
import { toast } from '../../ui/toast.ts';
import { ApprovalFacts } from './approval-facts.tsx';
import { useDecide, usePart } from './approvals.api.ts';
import { RefuseDialog } from './refuse-dialog.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useWhat } from './what.ts';

const SOON_MS = 120_000;
const BUTTON = { minHeight: 48, flex: { xs: 1, sm: 'none' }, minWidth: { sm: 120 } } as const;

/** A pending request: subject, author, reason and deadline, and the actions of this person. */
export function ApprovalCard({ approval }: { readonly approval: Approval }) {
  const { t } = useTranslation('approvals');
  const format = useFormat();
  const what = useWhat();
  const part = usePart()(approval);
  const decide = useDecide(useProduct());
  const [asked, setAsked] = useState<'approve' | 'refuse' | null>(null);
  const leftMs = Date.parse(approval.expiresAt) - useNow(1000);
  const left =
    leftMs <= 0
      ? t('left.none')
      : leftMs < 3600_000
        ? t('left.minutes', {
            minutes: Math.floor(leftMs / 60_000),
            seconds: String(Math.floor(leftMs / 1000) % 60).padStart(2, '0'),
          })
        : t('until', { at: format.dateTime(approval.expiresAt) });
  const close = () => setAsked(null);

  function approve(): void {
    decide.mutate(
      { approvalId: approval.id, decision: { verb: 'approve' } },
      {
        onSuccess: (it) =>
          it.failure === null
            ? toast.success(t('approved', { what: what(it) }))
            : toast.error(t(`failure.${it.failure}`)),
        onSettled: close,
      },
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
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'space-between', alignItems: 'baseline' }}>
        <Box component="h2" sx={{ typography: 'h6', m: 0, overflowWrap: 'anywhere' }}>
          {what(approval)}
        </Box>
        <Box
          role="timer"
          sx={{
            fontWeight: 700,
            fontVariantNumeric: 'tabular-nums',
            color: leftMs < SOON_MS ? 'error.main' : 'text.secondary',
            typography: 'body2',
          }}
        >
          {left}
        </Box>
      </Box>
      <ApprovalFacts approval={approval} />
      {decide.error !== null && (
        <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>
          {problemText(t, decide.error)}
        </Box>
      )}
      {part === 'SECOND' && (
        <Box sx={{ display: 'flex', gap: 1, justifyContent: 'flex-end' }}>
          <Button variant="outlined" color="inherit" sx={BUTTON} onClick={() => setAsked('refuse')}>
            {t('refuse.open')}
          </Button>
          <Button variant="contained" sx={BUTTON} onClick={() => setAsked('approve')}>
            {t('approve.open')}
          </Button>
        </Box>
      )}
      {part === 'ASKER' && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'space-between', alignItems: 'center' }}>
          <Box sx={{ typography: 'body2', color: 'text.secondary', minWidth: 0 }}>{t('waits')}</Box>
          <Button
            variant="outlined"
            color="inherit"
            sx={BUTTON}
            aria-disabled={decide.isPending}
            onClick={() =>
              !decide.isPending &&
              decide.mutate(
                { approvalId: approval.id, decision: { verb: 'decline' } },
                { onSuccess: () => toast.success(t('withdrawn')) },
              )
            }
          >
            {t('withdraw')}
          </Button>
        </Box>
      )}
      {part === null && <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('notMine')}</Box>}
      {asked === 'approve' && (
        <ConfirmDialog
          title={t('approve.title', { what: what(approval) })}
          confirmLabel={t('approve.now')}
          isDangerous
          isBusy={decide.isPending}
          onConfirm={approve}
          onClose={close}
        >
          <Box sx={{ mb: 1.5 }}>{t(`approve.text.${approval.kind}`)}</Box>
          <ApprovalFacts approval={approval} />
        </ConfirmDialog>
      )}
      {asked === 'refuse' && <RefuseDialog approval={approval} onClose={close} />}
    </Card>
  );
}
