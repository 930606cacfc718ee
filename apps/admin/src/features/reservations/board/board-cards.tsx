import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useReservationWords } from '../reservation-words.ts';
import { BoardSign } from './board-sign.tsx';

const SHOWN_STATES = ['PENDING', 'CONFIRMED', 'IN_USE', 'COMPLETED', 'NO_SHOW'] as const;
const BLOCK_REASONS = ['CLEANING', 'REPAIR', 'OTHER'] as const;
const KEYS = [
  ['grid', 'G'],
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

/** The meaning of a reservation's edge, in addition to its state. */
const STANDS = [
  ['CONFIRMED', 'ready', 'board.legendReady'],
  ['CONFIRMED', 'warned', 'board.legendWarned'],
  ['CONFIRMED', 'blocked', 'board.legendBlocked'],
  ['IN_USE', 'extend', 'board.legendExtend'],
] as const;

/** The legend of colours, edges and patterns, and the keys: two cards that the browser opens and closes. */
export function BoardCards() {
  return (
    <>
      <LegendCard />
      <HelpCard />
    </>
  );
}

function LegendCard() {
  const { t } = useTranslation('reservations');
  const words = useReservationWords();
  return (
    <div popover="auto" id="board-legend" className="board-card" role="dialog" aria-labelledby="board-legend-title">
      <h2 id="board-legend-title">{t('board.legend')}</h2>
      <ul className="board-legend">
        {SHOWN_STATES.map((state) => (
          <LegendEntry key={state} text={words.state(state)}>
            <span className="board-block" data-state={state}>
              <BoardSign kind="GUEST" state={state} blockReason={null} />
            </span>
          </LegendEntry>
        ))}
        {BLOCK_REASONS.map((blockReason) => (
          <LegendEntry key={blockReason} text={t(`block.${blockReason}`)}>
            <span className="board-block" data-state="BLOCK">
              <BoardSign kind="BLOCK" state="CONFIRMED" blockReason={blockReason} />
            </span>
          </LegendEntry>
        ))}
        {STANDS.map(([state, stand, text]) => (
          <LegendEntry key={stand} text={t(text)}>
            <span className="board-block" data-state={state} data-stand={stand} />
          </LegendEntry>
        ))}
        <LegendEntry text={t('board.legendTail')}>
          <span className="board-tail" />
        </LegendEntry>
        <LegendEntry text={t('board.buffer')}>
          <span className="board-buffer" />
        </LegendEntry>
        <LegendEntry text={t('board.closure')}>
          <span className="board-closure" />
        </LegendEntry>
        <LegendEntry text={t('board.linked')}>
          <span className="board-closure" data-linked="" />
        </LegendEntry>
        <LegendEntry text={t('board.closed')}>
          <span className="board-closed" />
        </LegendEntry>
      </ul>
    </div>
  );
}

/** A sample of what the board draws, with its meaning. */
function LegendEntry({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <li>
      <span className="board-swatch">{children}</span>
      {text}
    </li>
  );
}

function HelpCard() {
  const { t } = useTranslation('reservations');
  return (
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
  );
}
