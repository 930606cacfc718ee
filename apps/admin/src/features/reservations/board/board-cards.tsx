import { useTranslation } from 'react-i18next';
import { useReservationWords } from '../reservation-words.ts';
import { BoardSign } from './board-sign.tsx';

const SHOWN_STATES = ['PENDING', 'CONFIRMED', 'IN_USE', 'COMPLETED', 'NO_SHOW'] as const;
const BLOCK_REASONS = ['CLEANING', 'REPAIR', 'OTHER'] as const;
const KEYS = [
  ['arrows', '← → ↑ ↓'],
  ['enter', 'Enter'],
  ['shiftArrows', 'Shift ← →'],
  ['move', 'M'],
  ['create', 'N'],
  ['walkIn', 'W'],
  ['today', 'T'],
  ['page', 'Page Up / Down'],
  ['jump', 'Home / End'],
  ['zoom', '− / +'],
  ['help', '?'],
] as const;

/** The legend of colours, edges and patterns, and the keys: two cards that the browser opens and closes. */
export function BoardCards() {
  const { t } = useTranslation('reservations');
  const words = useReservationWords();
  return (
    <>
      <div popover="auto" id="board-legend" className="board-card" role="dialog" aria-labelledby="board-legend-title">
        <h2 id="board-legend-title">{t('board.legend')}</h2>
        <ul className="board-legend">
          {SHOWN_STATES.map((state) => (
            <li key={state}>
              <span className="board-swatch">
                <span className="board-block" data-state={state}>
                  <BoardSign kind="GUEST" state={state} blockReason={null} />
                </span>
              </span>
              {words.state(state)}
            </li>
          ))}
          {BLOCK_REASONS.map((blockReason) => (
            <li key={blockReason}>
              <span className="board-swatch">
                <span className="board-block" data-state="BLOCK">
                  <BoardSign kind="BLOCK" state="CONFIRMED" blockReason={blockReason} />
                </span>
              </span>
              {t(`block.${blockReason}`)}
            </li>
          ))}
          <li>
            <span className="board-swatch">
              <span className="board-block" data-state="CONFIRMED" data-stand="ready" />
            </span>
            {t('board.legendReady')}
          </li>
          <li>
            <span className="board-swatch">
              <span className="board-block" data-state="CONFIRMED" data-stand="warned" />
            </span>
            {t('board.legendWarned')}
          </li>
          <li>
            <span className="board-swatch">
              <span className="board-block" data-state="CONFIRMED" data-stand="blocked" />
            </span>
            {t('board.legendBlocked')}
          </li>
          <li>
            <span className="board-swatch">
              <span className="board-block" data-state="IN_USE" data-stand="extend" />
            </span>
            {t('board.legendExtend')}
          </li>
          <li>
            <span className="board-swatch">
              <span className="board-tail" />
            </span>
            {t('board.legendTail')}
          </li>
          <li>
            <span className="board-swatch">
              <span className="board-buffer" />
            </span>
            {t('board.buffer')}
          </li>
          <li>
            <span className="board-swatch">
              <span className="board-closure" />
            </span>
            {t('board.closure')}
          </li>
          <li>
            <span className="board-swatch">
              <span className="board-closure" data-linked="" />
            </span>
            {t('board.linked')}
          </li>
          <li>
            <span className="board-swatch">
              <span className="board-closed" />
            </span>
            {t('board.closed')}
          </li>
        </ul>
      </div>
      <div popover="auto" id="board-help" className="board-card" role="dialog" aria-labelledby="board-help-title">
        <h2 id="board-help-title">{t('board.help.title')}</h2>
        <dl>
          {KEYS.map(([name, key]) => (
            <div key={name} style={{ display: 'contents' }}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{t(`board.help.${name}`)}</dd>
            </div>
          ))}
        </dl>
        <p>{t('board.help.mouse')}</p>
        <button type="button" className="button" popoverTarget="board-help" popoverTargetAction="hide">
          {t('board.help.close')}
        </button>
      </div>
    </>
  );
}
