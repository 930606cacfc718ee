import { useLayoutEffect, useRef, type RefObject, type SyntheticEvent } from 'react';
import { DayPicker, type Modifiers } from 'react-day-picker';
import { enUS } from 'react-day-picker/locale/en-US';
import { ko } from 'react-day-picker/locale/ko';
import { useTranslation } from 'react-i18next';
import { dayOf, isWithin, todayIn, type DateLanguage, type DateRange } from './date-text.ts';
import { useZone } from '../../time/zone.ts';
import './date-picker.css';

export interface DatePickerProps {
  /** The label of the field. */
  readonly label: string;
  readonly value: string;
  readonly range: DateRange;
  readonly language: DateLanguage;
  readonly isClearable: boolean;
  readonly onPick: (day: string) => void;
  /** The calendar is placed next to this element. */
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
}

const LOCALES = { kr: ko, en: enUS } as const;
/** The name of a day contains its number as a separate word, because the button shows it (WCAG 2.5.3). */
const DAY_NAMES = {
  kr: new Intl.DateTimeFormat('ko-KR', { year: 'numeric', month: 'numeric', day: 'numeric', weekday: 'long' }),
  en: new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'long', day: 'numeric', weekday: 'long' }),
} as const;
const GAP = 6;
const MARGIN = 8;

/**
 * A month in a modal dialog of the browser, which keeps the focus inside and is above every other dialog and drawer.
 */
export function DatePicker({ label, value, range, language, isClearable, onPick, anchor, onClose }: DatePickerProps) {
  const { t } = useTranslation('form');
  const dialog = useDialogBeside(anchor);
  const today = todayIn(useZone());
  const selected = value === '' ? undefined : localDate(value);

  function close(): void {
    dialog.current?.close();
  }
  function pick(day: string): void {
    onPick(day);
    close();
  }
  // React passes the event on to a surrounding dialog, which would close too.
  function reportClose(event: SyntheticEvent): void {
    event.stopPropagation();
    onClose();
  }
  const nameDay = (date: Date, { today: isToday, selected: isSelected }: Modifiers) =>
    [isToday === true && t('date.today'), DAY_NAMES[language].format(date), isSelected === true && t('date.selected')]
      .filter((word) => word !== false)
      .join(', ');
  return (
    <dialog
      ref={dialog}
      className="date-picker"
      aria-label={t('date.calendar', { label })}
      onClose={reportClose}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div className="date-picker-body">
        <DayPicker
          mode="single"
          required
          locale={LOCALES[language]}
          captionLayout="dropdown"
          navLayout="around"
          today={localDate(today)}
          selected={selected}
          labels={{ labelDayButton: nameDay }}
          classNames={{ button_previous: 'icon-button', button_next: 'icon-button' }}
          defaultMonth={localDate(defaultDay(value, today, range))}
          startMonth={localDate(range.min)}
          endMonth={localDate(range.max)}
          disabled={[{ before: localDate(range.min) }, { after: localDate(range.max) }]}
          onSelect={(date: Date) => pick(dayOf(date.getFullYear(), date.getMonth() + 1, date.getDate()))}
        />
        <PickerActions
          isTodayPossible={isWithin(today, range)}
          isClearable={isClearable}
          isEmpty={value === ''}
          onToday={() => pick(today)}
          onClear={() => pick('')}
          onClose={close}
        />
      </div>
    </dialog>
  );
}

/** Opens the modal dialog of the returned ref beside the anchor, and keeps it there. A click beside it closes it. */
function useDialogBeside(anchor: HTMLElement): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return undefined;
    element.showModal();
    const place = () => placeBeside(element, anchor);
    place();
    // Focuses the chosen day, or today.
    element.querySelector<HTMLElement>('[role="gridcell"] button[tabindex="0"]')?.focus();
    const closeBeside = (event: MouseEvent) => {
      if (event.target === element) element.close();
    };
    // On the element itself, so that a surrounding dialog or board does not get Escape.
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      element.close();
    };
    element.addEventListener('click', closeBeside);
    element.addEventListener('keydown', closeOnEscape);
    window.addEventListener('resize', place);
    return () => {
      element.removeEventListener('click', closeBeside);
      element.removeEventListener('keydown', closeOnEscape);
      window.removeEventListener('resize', place);
    };
  }, [anchor]);
  return dialog;
}

interface PickerActionsProps {
  readonly isTodayPossible: boolean;
  readonly isClearable: boolean;
  readonly isEmpty: boolean;
  readonly onToday: () => void;
  readonly onClear: () => void;
  readonly onClose: () => void;
}

function PickerActions({ isTodayPossible, isClearable, isEmpty, onToday, onClear, onClose }: PickerActionsProps) {
  const { t } = useTranslation('form');
  return (
    <div className="date-picker-actions">
      <button type="button" className="button" disabled={!isTodayPossible} onClick={onToday}>
        {t('date.today')}
      </button>
      {isClearable && (
        <button type="button" className="button" disabled={isEmpty} onClick={onClear}>
          {t('date.clear')}
        </button>
      )}
      <button type="button" className="button date-picker-close" onClick={onClose}>
        {t('date.close')}
      </button>
    </div>
  );
}

function defaultDay(value: string, today: string, { min, max }: DateRange): string {
  const day = value === '' ? today : value;
  if (day < min) return min;
  return day > max ? max : day;
}

/** The calendar's library uses dates of the browser's zone; only their year, month and day matter. */
function localDate(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}

/** Places the element below the anchor, above it if there is no space, and always inside the window. */
function placeBeside(element: HTMLElement, anchor: HTMLElement): void {
  const { left, right, top, bottom } = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = element;
  const fitsBelow = bottom + GAP + height <= window.innerHeight - MARGIN;
  const y = fitsBelow ? bottom + GAP : Math.max(MARGIN, top - GAP - height);
  const x = (left + right) / 2 < window.innerWidth / 2 ? left - GAP : right + GAP - width;
  element.style.top = `${String(Math.min(y, Math.max(MARGIN, window.innerHeight - height - MARGIN)))}px`;
  element.style.left = `${String(Math.max(MARGIN, Math.min(x, window.innerWidth - width - MARGIN)))}px`;
}
