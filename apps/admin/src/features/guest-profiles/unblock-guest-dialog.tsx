import type { GuestBlock } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { ActDialog } from '../../ui/form/dialog/act-dialog.tsx';
import { useUnblockGuest } from './guest-profiles.api.ts';

interface UnblockGuestDialogProps {
  readonly block: GuestBlock;
  readonly onClose: () => void;
}

/** Asks for confirmation before a guest can book again. */
export function UnblockGuestDialog({ block, onClose }: UnblockGuestDialogProps) {
  const { t } = useTranslation('guest-profiles');
  const unblock = useUnblockGuest(useProduct());
  return (
    <ActDialog
      title={t('unblock.title')}
      confirmLabel={t('unblock.submit')}
      doneText={t('unblock.done')}
      mutation={unblock}
      input={block.id}
      onClose={onClose}
    >
      {t('unblock.effect', { phone: block.maskedPhone, reason: block.reason })}
    </ActDialog>
  );
}
