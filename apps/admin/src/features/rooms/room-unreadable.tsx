import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isProblem } from '../../api/call.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { useRoomLinks } from './room-links.ts';

/** A room that is not there, or is none of the person's (AC-1), and one that cannot be read now. Without an error it was not even asked for. */
export function RoomUnreadable({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { t } = useTranslation('rooms');
  const links = useRoomLinks();
  const isMissing = error === null || (isProblem(error) && error.code === 'NOT_FOUND');
  if (!isMissing) return <ErrorState error={error} onRetry={onRetry} />;
  return <EmptyState icon="room" title={t('missing.title')} text={t('missing.text')} action={<Link className="button" to={links.list}>{t('backToList')}</Link>} />;
}
