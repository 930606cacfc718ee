import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isProblem } from '../../../api/call.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { useRoomLinks } from '../room-links.ts';

/**
 * Shown for a room that does not exist or that the person has no right to see (AC-1), or that cannot be read now.
 * `null`: it was not even requested.
 */
export function RoomUnreadable({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { t } = useTranslation('rooms');
  const links = useRoomLinks();
  const isMissing = error === null || (isProblem(error) && error.code === 'NOT_FOUND');
  if (!isMissing) return <ErrorState error={error} onRetry={onRetry} />;
  return (
    <EmptyState
      icon="room"
      title={t('missing.title')}
      text={t('missing.text')}
      action={
        <Link className="button" to={links.list}>
          {t('backToList')}
        </Link>
      }
    />
  );
}
