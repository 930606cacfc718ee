import type { Approval } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../api/problem-text.ts';
import { useProduct } from '../../session/auth.tsx';
import { ReasonDialog } from '../../ui/form/dialog/reason-dialog.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useDecideApproval } from './approvals.api.ts';
import { useApprovalSubject } from './approval-subject.ts';

/** Declines a request with a reason, which its author can read. */
export function RefuseDialog({ approval, onClose }: { readonly approval: Approval; readonly onClose: () => void }) {
  const { t } = useTranslation('approvals');
  const what = useApprovalSubject();
  const decide = useDecideApproval(useProduct());
  const refuse = (reason: string) =>
    decide.mutate(
      { approvalId: approval.id, decision: { verb: 'decline', reason } },
      {
        onSuccess: () => {
          toast.success(t('refuse.done'));
          onClose();
        },
      },
    );
  return (
    <ReasonDialog
      title={t('refuse.title', { what: what(approval) })}
      label={t('fact.reason')}
      hint={t('refuse.hint', { name: approval.askedBy })}
      confirmLabel={t('refuse.now')}
      maxLength={200}
      isBusy={decide.isPending}
      failure={decide.error === null ? null : problemText(t, decide.error)}
      onReason={refuse}
      onClose={onClose}
    />
  );
}
