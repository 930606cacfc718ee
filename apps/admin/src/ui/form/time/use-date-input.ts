import { useState, type ChangeEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import {
  clampDay,
  DATE_PATTERNS,
  formatDay,
  isWithin,
  moveDay,
  parseDay,
  rangeWithin,
  todayIn,
  type DateLanguage,
  type DateRange,
} from './date-text.ts';
import { useZone } from '../../time/zone.ts';

export interface DateInputOptions {
  /** `YYYY-MM-DD`, or empty. */
  readonly value: string;
  /** Called with a day within the limits as soon as one is typed or picked, and with an empty text for none. */
  readonly onChange: (day: string) => void;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  /** `false`: the field returns to its last day instead of becoming empty. */
  readonly isClearable?: boolean;
  readonly isReadOnly?: boolean;
}

/**
 * A typed text that is not the value yet. `from` is the value when it was typed; a later value from elsewhere replaces
 * it.
 */
interface Draft {
  readonly text: string;
  readonly from: string;
  /**
   * Values that this field has sent and that have not come back yet, oldest first: the address changes a moment after
   * its field.
   */
  readonly sent: readonly string[];
  readonly state: 'typing' | 'committed' | 'refused';
}

export interface DateInput {
  readonly text: string;
  readonly error: string | undefined;
  /** Of the button that opens the calendar. */
  readonly picker: {
    readonly value: string;
    readonly range: DateRange;
    readonly language: DateLanguage;
    readonly onPick: (day: string) => void;
  };
  readonly inputProps: {
    readonly placeholder: string;
    readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
    readonly onBlur: () => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
  };
}

/**
 * The draft after a value has arrived: a value that the field sent confirms the draft, any other value ends it
 * (`null`).
 */
function followValue(draft: Draft, value: string): Draft | null {
  if (value === draft.from) return draft;
  const confirmed = draft.sent.indexOf(value);
  if (confirmed === -1) return draft.state === 'refused' && value === '' ? { ...draft, from: value } : null;
  const rest = draft.sent.slice(confirmed + 1);
  return draft.state === 'committed' && rest.length === 0 ? null : { ...draft, from: value, sent: rest };
}

/** The step of each key, as in a number field: up is later. */
const STEPS: Readonly<Record<string, { readonly days?: number; readonly months?: number }>> = {
  ArrowUp: { days: 1 },
  ArrowDown: { days: -1 },
  PageUp: { months: 1 },
  PageDown: { months: -1 },
};

/** The text, the keys and the error of a date field, in the format of the shown language, not of the browser's. */
export function useDateInput({
  value,
  onChange,
  min,
  max,
  isClearable = true,
  isReadOnly = false,
}: DateInputOptions): DateInput {
  const { i18n } = useTranslation('form');
  const zone = useZone();
  const language: DateLanguage = i18n.resolvedLanguage === 'en' ? 'en' : 'kr';
  const range = rangeWithin(min, max);
  const { draft, keep, commit, refuse, discard } = useDraft({ value, onChange, isClearable, language });
  const error = useDateError(draft, language, range);
  const text = draft?.text ?? formatDay(value, language);

  function type(typed: string): void {
    const reading = parseDay(typed, language);
    if (reading.kind === 'day' && reading.isComplete && isWithin(reading.day, range)) return commit(reading.day);
    if (reading.kind === 'impossible' || (reading.kind === 'day' && reading.isComplete)) return refuse(typed);
    keep(typed, 'typing', reading.kind === 'empty');
  }
  function settle(isLeaving: boolean): void {
    if (draft === null) return;
    const reading = parseDay(draft.text, language);
    if (draft.state === 'committed' || reading.kind === 'empty') return discard();
    if (reading.kind === 'day' && isWithin(reading.day, range)) return commit(reading.day);
    if (isLeaving && !isClearable) return discard();
    if (draft.state !== 'refused') refuse(draft.text);
  }
  function press(event: KeyboardEvent): void {
    if (event.key === 'Enter') return settle(false);
    const step = STEPS[event.key];
    if (step === undefined || isReadOnly || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const reading = parseDay(text, language);
    commit(clampDay(reading.kind === 'day' ? moveDay(reading.day, step) : todayIn(zone), range));
  }

  return {
    text,
    error,
    picker: {
      value,
      range,
      language,
      onPick: (day) => {
        discard();
        if (day !== value) onChange(day);
      },
    },
    inputProps: {
      placeholder: DATE_PATTERNS[language],
      onChange: (event) => type(event.target.value),
      onBlur: () => settle(true),
      onKeyDown: press,
    },
  };
}

interface DraftOptions extends Pick<DateInputOptions, 'value' | 'onChange'> {
  readonly isClearable: boolean;
  readonly language: DateLanguage;
}

/** The typed text until it becomes the value, and its handling. */
function useDraft({ value, onChange, isClearable, language }: DraftOptions) {
  const [savedDraft, setDraft] = useState<Draft | null>(null);
  const draft = savedDraft === null ? null : followValue(savedDraft, value);
  if (draft !== savedDraft) setDraft(draft);
  const sent = draft?.sent ?? [];
  /** The value after everything that was sent has come back. */
  const latest = sent.at(-1) ?? value;

  /** `hasNoDay`: the text means no day, so a field that may be empty becomes empty. */
  function keep(typed: string, state: Draft['state'], hasNoDay: boolean): void {
    const isCleared = hasNoDay && isClearable && latest !== '';
    setDraft({ text: typed, from: value, sent: isCleared ? [...sent, ''] : sent, state });
    if (isCleared) onChange('');
  }
  function commit(day: string): void {
    setDraft(
      day === value && sent.length === 0
        ? null
        : {
            text: formatDay(day, language),
            from: value,
            sent: day === latest ? sent : [...sent, day],
            state: 'committed',
          },
    );
    if (day !== latest) onChange(day);
  }
  return {
    draft,
    keep,
    commit,
    refuse: (typed: string) => keep(typed, 'refused', true),
    discard: () => setDraft(null),
  };
}

/** The fault of a refused text, in words. */
function useDateError(draft: Draft | null, language: DateLanguage, range: DateRange): string | undefined {
  const { t } = useTranslation('form');
  if (draft?.state !== 'refused') return undefined;
  const { kind } = parseDay(draft.text, language);
  if (kind === 'impossible') return t('date.impossible');
  if (kind === 'day')
    return t('date.outside', { min: formatDay(range.min, language), max: formatDay(range.max, language) });
  return t('date.unreadable', { pattern: DATE_PATTERNS[language] });
}
