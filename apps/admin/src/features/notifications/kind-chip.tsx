import type { NotificationKind } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { ToneChip } from '../../ui/tone-chip.tsx';

const STYLES: Readonly<Record<NotificationKind, { icon: IconName; colour: string }>> = {
  PAID: { icon: 'payments', colour: 'success.main' },
  DEPOSIT: { icon: 'check', colour: 'success.main' },
  UNMATCHED_DEPOSIT: { icon: 'info', colour: 'warning.main' },
  CANCELED: { icon: 'close', colour: 'text.secondary' },
  REFUND_FAILED: { icon: 'error', colour: 'error.main' },
  REFUND_OWED: { icon: 'payments', colour: 'warning.main' },
  CASH_RECEIPT_REFUSED: { icon: 'payments', colour: 'error.main' },
  WEBHOOK_REJECTED: { icon: 'warning', colour: 'error.main' },
  CODE_FLOOD: { icon: 'warning', colour: 'error.main' },
};

/** The kind of a notification: an icon and a word, with the colour only in addition. */
export function KindChip({ kind }: { readonly kind: NotificationKind }) {
  const { t } = useTranslation('notification-lookup');
  const { icon, colour } = STYLES[kind];
  return (
    <ToneChip data-kind={kind} colour={colour} icon={<Icon name={icon} size={16} />}>
      {t(`kind.${kind}`)}
    </ToneChip>
  );
}
