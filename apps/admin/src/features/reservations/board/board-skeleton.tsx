import './board.css';
import { useTranslation } from 'react-i18next';

/** Rows of the final size while the board loads. */
export function BoardSkeleton() {
  const { t } = useTranslation('reservations');
  return (
    <div
      className="board-skeleton"
      data-testid="board-loading"
      role="status"
      aria-busy="true"
      aria-label={t('board.loading')}
    >
      {Array.from({ length: 14 }, (_, index) => (
        <div key={index} />
      ))}
    </div>
  );
}
