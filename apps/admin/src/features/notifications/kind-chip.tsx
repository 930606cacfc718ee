import type { NotificationKind } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '../../ui/icon.tsx';

const LOOK: Readonly<Record<NotificationKind, { icon: IconName; colour: string }>> = {
  PAID: { icon: 'payments', colour: 'success.main' },
  DEPOSIT: { icon: 'check', colour: 'success.main' },
  UNMATCHED_DEPOSIT: { icon: 'info', colour: 'warning.main' },
  CANCELED: { icon: 'close', colour: 'text.secondary' },
  REFUND_FAILED: { icon: 'error', colour: 'error.main' },
  WEBHOOK_REJECTED: { icon: 'warning', colour: 'error.main' },
};

/** The kind of a notification: an icon and a word, with the colour only in addition. */
export function KindChip({ kind }: { readonly kind: NotificationKind }) {
  const { t } = useTranslation('notification-lookup');
  const { icon, colour } = LOOK[kind];
  return (
    <Box
      component="span"
      data-kind={kind}
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        px: 1,
        py: 0.25,
        borderRadius: 1,
        border: 1,
        borderColor: 'divider',
        whiteSpace: 'nowrap',
        typography: 'body2',
      }}
    >
      <Box component="span" sx={{ color: colour, display: 'inline-flex' }}>
        <Icon name={icon} size={16} />
      </Box>
      {t(`kind.${kind}`)}
    </Box>
  );
}
