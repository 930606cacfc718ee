import type { UserDetail } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../api/problem-text.ts';
import { useProduct } from '../../session/auth.tsx';
import { ReasonDialog } from '../../ui/form/dialog/reason-dialog.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useChangeUser } from './users.api.ts';

interface EndDialogProps {
  readonly verb: 'decline' | 'disable';
  readonly user: UserDetail;
  readonly onDone: () => void;
}

/** Declines a request or disables an account, with a reason for later readers. */
export function EndDialog({ verb, user, onDone }: EndDialogProps) {
  const { t } = useTranslation('users');
  const change = useChangeUser(useProduct(), user.id);
  const end = (reason: string) =>
    change.mutate(
      { verb, body: { version: user.version, reason } },
      {
        onSuccess: () => {
          toast.success(t(`${verb}.done`, { name: user.name }));
          onDone();
        },
      },
    );
  return (
    <ReasonDialog
      title={t(`${verb}.title`, { name: user.name })}
      label={t('reason')}
      confirmLabel={t(`${verb}.now`)}
      maxLength={500}
      isBusy={change.isPending}
      failure={change.error === null ? null : problemText(t, change.error)}
      onReason={end}
      onClose={onDone}
    >
      {t(`${verb}.text`)}
    </ReasonDialog>
  );
}
