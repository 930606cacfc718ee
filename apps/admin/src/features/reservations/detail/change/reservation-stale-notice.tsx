import { useTranslation } from 'react-i18next';
import { StaleNotice, type StaleRow } from '../../../../ui/form/stale-notice.tsx';

interface ReservationStaleNoticeProps {
  readonly rows: readonly StaleRow[];
  readonly onKeepTheirs: () => void;
}

/** Both versions of a reservation after a STALE refusal, in the words of the drawer (AP-4). */
export function ReservationStaleNotice({ rows, onKeepTheirs }: ReservationStaleNoticeProps) {
  const { t } = useTranslation('reservations');
  return (
    <StaleNotice
      testId="stale-reservation"
      isCompact
      showsEqualRows
      words={{
        title: t('drawer.stale'),
        field: t('drawer.staleField'),
        theirs: t('drawer.staleTheirs'),
        mine: t('drawer.staleMine'),
        keepTheirs: t('drawer.keepTheirs'),
      }}
      rows={rows}
      onKeepTheirs={onKeepTheirs}
    />
  );
}
