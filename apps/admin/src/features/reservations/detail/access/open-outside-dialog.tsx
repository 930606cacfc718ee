import type { EntryFacts, ReservationDetail, Room } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../../session/auth.tsx';
import { NoticeDialog } from '../../../../ui/form/dialog/confirm-dialog.tsx';
import { PLAIN_LIST } from '../../../../ui/form/layouts.ts';
import { useFormat } from '../../../../ui/format.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { ProblemAlert } from '../../../../ui/states/problem-alert.tsx';
import { RoomOpener } from '../../../doors/index.ts';
import { usePeriodWords } from '../../create/period-words.ts';
import { useEntryFacts } from './entry-facts.api.ts';

interface OpenOutsideDialogProps {
  readonly reservation: ReservationDetail;
  readonly room: Room;
  readonly onClose: () => void;
}

/** Asks before a door is opened outside the access window: says when the guest may enter, and who is inside (RV-60). */
export function OpenOutsideDialog({ reservation, room, onClose }: OpenOutsideDialogProps) {
  const { t } = useTranslation('reservations');
  const facts = useEntryFacts(useProduct(), reservation.id, { isFresh: true });
  return (
    <NoticeDialog
      title={t('outside.title')}
      closeLabel={t('drawer.dismiss')}
      sx={{ typography: 'body2', display: 'grid', gap: 1.5, minHeight: 150 }}
      onClose={onClose}
    >
      <ProblemAlert error={facts.error} />
      {!facts.isFetchedAfterMount ? (
        <Skeleton variant="rounded" height={72} aria-busy="true" />
      ) : (
        <>
          {facts.data !== undefined && <Facts reservation={reservation} facts={facts.data} />}
          <RoomOpener room={room} isWayIn />
        </>
      )}
    </NoticeDialog>
  );
}

interface FactsProps {
  readonly reservation: Pick<ReservationDetail, 'id' | 'state'>;
  readonly facts: EntryFacts;
}

function Facts({ reservation: { id, state }, facts: { opensAt, closesAt, inside } }: FactsProps) {
  const { t } = useTranslation('reservations');
  const format = useFormat();
  const words = usePeriodWords();
  const isLive = state === 'CONFIRMED' || state === 'IN_USE';
  const who =
    inside === null
      ? t('outside.nobody')
      : t(`outside.${inside.isOverrun ? 'overrun' : 'inside'}${inside.reservationId === id ? '_self' : ''}`, {
          guest: inside.guestName === '' ? t('walkIn.guest') : inside.guestName,
          code: inside.code,
          until: format.time(inside.endsAt),
        });
  return (
    <Box component="ul" data-testid="outside-facts" sx={{ ...PLAIN_LIST, display: 'grid', gap: 0.75 }}>
      <Fact icon="history" color="text.secondary">
        {isLive
          ? t('outside.window', { period: words.period(opensAt, closesAt) })
          : t('outside.state', { state: t(`state.${state}`) })}
      </Fact>
      <Fact icon={inside === null ? 'info' : 'person'} color={inside === null ? 'text.secondary' : 'warning.main'}>
        {who}
      </Fact>
    </Box>
  );
}

function Fact({
  icon,
  color,
  children,
}: {
  readonly icon: 'history' | 'info' | 'person';
  readonly color: string;
  readonly children: string;
}) {
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1 }}>
      <Box component="span" sx={{ display: 'inline-flex', color, pt: '1px' }}>
        <Icon name={icon} size={18} />
      </Box>
      {children}
    </Box>
  );
}
