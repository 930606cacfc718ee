import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';
import { BoardDate } from './board-date.tsx';
import { BOARD_VIEWS, nextZoom, type BoardChoice } from './board-view.ts';

interface BoardToolbarProps {
  readonly choice: BoardChoice;
  /** The shown calendar day. */
  readonly date: string;
  readonly isToday: boolean;
  /** The shown days in words. */
  readonly shown: string;
  readonly canWrite: boolean;
  readonly onChoose: (next: Partial<BoardChoice>) => void;
  readonly onDay: (step: 1 | -1) => void;
  readonly onToday: () => void;
  /** Called when the pointer is over an arrow: that day may be requested next. */
  readonly onAhead: (step: 1 | -1) => void;
  readonly onNew: () => void;
  readonly onWalkIn: () => void;
  readonly onWaitlist: () => void;
}

/** The choice of view, day and zoom, and the buttons to start something new. */
export function BoardToolbar({ choice, canWrite, onChoose, onNew, onWalkIn, onWaitlist, ...days }: BoardToolbarProps) {
  const isList = choice.view === 'list';
  return (
    <div className="board-toolbar">
      <ViewButtons choice={choice} onChoose={onChoose} />
      {!isList && <DayChoice {...days} choice={choice} onChoose={onChoose} />}
      <span className="board-toolbar-gap" />
      {!isList && <ZoomAndHelpButtons choice={choice} onChoose={onChoose} />}
      <StartButtons canWrite={canWrite} onNew={onNew} onWalkIn={onWalkIn} onWaitlist={onWaitlist} />
    </div>
  );
}

type ChoiceProps = Pick<BoardToolbarProps, 'choice' | 'onChoose'>;

function ViewButtons({ choice, onChoose }: ChoiceProps) {
  const { t } = useTranslation('reservations');
  return (
    <div className="board-group" role="group" aria-label={t('board.view')}>
      {BOARD_VIEWS.map((view) => (
        <button
          key={view}
          type="button"
          className="button"
          aria-pressed={choice.view === view}
          onClick={() => onChoose({ view })}
        >
          {t(`board.${view}`)}
        </button>
      ))}
    </div>
  );
}

type DayChoiceProps = ChoiceProps &
  Pick<BoardToolbarProps, 'date' | 'isToday' | 'shown' | 'onDay' | 'onToday' | 'onAhead'>;

/** The days before and after, today, and any other day. */
function DayChoice({ choice, date, isToday, shown, onChoose, onDay, onToday, onAhead }: DayChoiceProps) {
  const { t } = useTranslation('reservations');
  const isWeek = choice.view === 'week';
  return (
    <>
      <div className="board-group">
        <button
          type="button"
          className="button board-square board-back"
          aria-label={t(isWeek ? 'board.previousWeek' : 'board.previousDay')}
          onClick={() => onDay(-1)}
          onPointerEnter={() => onAhead(-1)}
        >
          <Icon name="chevron" size={18} />
        </button>
        <button type="button" className="button" aria-pressed={isToday} onClick={onToday}>
          {t('board.today')}
        </button>
        <button
          type="button"
          className="button board-square"
          aria-label={t(isWeek ? 'board.nextWeek' : 'board.nextDay')}
          onClick={() => onDay(1)}
          onPointerEnter={() => onAhead(1)}
        >
          <Icon name="chevron" size={18} />
        </button>
      </div>
      <BoardDate label={t('board.date')} value={date} onChange={(day) => onChoose({ date: day })} />
      <span className="board-shown">{shown}</span>
    </>
  );
}

/** The zoom, and the buttons of the legend and of the keys, whose cards the browser opens. */
function ZoomAndHelpButtons({ choice, onChoose }: ChoiceProps) {
  const { t } = useTranslation('reservations');
  const [out, into] = [nextZoom(choice.pxPerHour, -1), nextZoom(choice.pxPerHour, 1)];
  return (
    <div className="board-group">
      <button
        type="button"
        className="button board-square"
        aria-label={t('board.zoomOut')}
        disabled={out === null}
        onClick={() => out !== null && onChoose({ pxPerHour: out })}
      >
        −
      </button>
      <button
        type="button"
        className="button board-square"
        aria-label={t('board.zoomIn')}
        disabled={into === null}
        onClick={() => into !== null && onChoose({ pxPerHour: into })}
      >
        +
      </button>
      <button type="button" className="button board-square" popoverTarget="board-legend" aria-label={t('board.legend')}>
        <Icon name="info" size={18} />
      </button>
      <button
        type="button"
        className="button board-square board-keys"
        popoverTarget="board-help"
        aria-label={t('board.keys')}
      >
        ?
      </button>
    </div>
  );
}

type StartButtonsProps = Pick<BoardToolbarProps, 'canWrite' | 'onNew' | 'onWalkIn' | 'onWaitlist'>;

function StartButtons({ canWrite, onNew, onWalkIn, onWaitlist }: StartButtonsProps) {
  const { t } = useTranslation('reservations');
  return (
    <>
      <button type="button" className="button" onClick={onWaitlist}>
        {t('board.waitlist')}
      </button>
      {canWrite && (
        <button type="button" className="button" onClick={onWalkIn} data-testid="walk-in">
          {t('board.walkIn')}
        </button>
      )}
      {canWrite && (
        <button type="button" className="button button-primary" onClick={onNew} data-testid="new-reservation">
          {t('board.new')}
        </button>
      )}
    </>
  );
}
