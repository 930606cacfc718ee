import type { GuestBlock } from '@munjigi/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../api/call.ts';
import { useFormat } from '../../ui/format.ts';

interface BlockedGuestNoticeProps {
  /** Why the last try did not book. */
  readonly error: unknown;
  readonly isAccepted: boolean;
  /** What the person was about to do. */
  readonly act?: 'book' | 'save';
  readonly onAccept: (isAccepted: boolean) => void;
}

/** Why a guest is blocked, with the choice to book for them (RG-5). Renders nothing for another guest. */
export function BlockedGuestNotice({ error, ...choice }: BlockedGuestNoticeProps) {
  const block = findBlock(error);
  if (block === null && !choice.isAccepted) return null;
  return (
    <Suspense fallback={null}>
      <Notice block={block} {...choice} />
    </Suspense>
  );
}

interface NoticeProps extends Omit<BlockedGuestNoticeProps, 'error'> {
  readonly block: GuestBlock | null;
}

function Notice({ block, isAccepted, act = 'book', onAccept }: NoticeProps) {
  const { t } = useTranslation('guest-profiles');
  const format = useFormat();
  return (
    <Alert severity="warning" data-testid="blocked-guest">
      {block !== null && (
        <Box sx={{ overflowWrap: 'anywhere' }}>
          {t('blocked', { date: format.date(block.endsAt) })} · {block.reason}
        </Box>
      )}
      <FormControlLabel
        control={<Checkbox size="small" checked={isAccepted} onChange={(_event, checked) => onAccept(checked)} />}
        label={t(`accept.${act}`)}
      />
    </Alert>
  );
}

function findBlock(error: unknown): GuestBlock | null {
  if (!isProblem(error) || error.code !== 'GUEST_BLOCKED') return null;
  return (error.current as GuestBlock | undefined) ?? null;
}
