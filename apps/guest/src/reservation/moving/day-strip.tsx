import { usePanelText } from '../panels/panel-texts.ts';
import type { GuestMoveOffer } from '@munjigi/contract';
import { useGuest } from '../guest-context.ts';

const DAY_MS = 24 * 3600_000;
/** How many days stand as buttons; later ones are chosen in the field. */
const SHOWN_DAYS = 7;

interface DayStripProps {
  readonly offer: GuestMoveOffer;
  readonly date: string;
  readonly onChange: (date: string) => void;
}

/** The days from today, and a field for a later one. */
export function DayStrip({ offer: { today, lastDate }, date, onChange }: DayStripProps) {
  const { format } = useGuest();
  const text = usePanelText();
  const days = Array.from({ length: SHOWN_DAYS }, (_, index) => addDays(today, index)).filter((day) => day <= lastDate);
  return (
    <>
      <div role="group" aria-label={text('moving.day')} className="day-strip">
        {days.map((day, index) => (
          <button
            key={day}
            type="button"
            className="button choice"
            aria-pressed={day === date}
            onClick={() => onChange(day)}
          >
            {/* Noon in Korea is the same date in the zone of every store. */}
            <span>{format.day(`${day}T03:00:00Z`)}</span>
            {index < 2 && <span className="quiet">{text(index === 0 ? 'moving.today' : 'moving.tomorrow')}</span>}
          </button>
        ))}
      </div>
      <label className="field">
        {text('moving.otherDay')}
        <input
          type="date"
          min={today}
          max={lastDate}
          value={date}
          onChange={({ target }) => target.value !== '' && onChange(target.value)}
        />
      </label>
    </>
  );
}

function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}
