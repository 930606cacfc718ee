import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { moveTime, nextStep, parseTime, TIME_PATTERN } from './time-text.ts';
import type { DateInput } from './use-date-input.ts';

interface TimeInputOptions {
  /** `HH:mm`, or empty. */
  readonly value: string;
  /** Called with a time within the limits as soon as one is typed, and with an empty text for none. */
  readonly onChange: (time: string) => void;
  readonly min: string;
  readonly max: string;
  readonly stepMinutes: number;
  readonly isReadOnly: boolean;
}

/** A typed text that is not the value yet. `from` is the value when it was typed; a later value replaces it. */
interface Draft {
  readonly text: string;
  readonly from: string;
  readonly isRefused: boolean;
}

/** The direction of each key, as in a number field: up is later. */
const DIRECTIONS: Readonly<Record<string, 1 | -1>> = { ArrowUp: 1, PageUp: 1, ArrowDown: -1, PageDown: -1 };

/** The text, the keys and the error of a time field on the 24-hour clock. */
export function useTimeInput(options: TimeInputOptions): Pick<DateInput, 'text' | 'error' | 'inputProps'> {
  const { value, onChange, min, max, isReadOnly } = options;
  const [savedDraft, setDraft] = useState<Draft | null>(null);
  const isStale = savedDraft !== null && value !== savedDraft.from && !(savedDraft.isRefused && value === '');
  if (isStale) setDraft(null);
  const draft = isStale ? null : savedDraft;
  const text = draft?.text ?? value;
  const error = useTimeError(draft, min, max);
  const isWithin = (time: string) => time >= min && time <= max;

  function commit(time: string): void {
    setDraft(null);
    if (time !== value) onChange(time);
  }
  function refuse(typed: string): void {
    setDraft({ text: typed, from: value, isRefused: true });
    if (value !== '') onChange('');
  }
  function type(typed: string): void {
    const reading = parseTime(typed);
    const isTime = reading.kind === 'time' && reading.isComplete;
    if (isTime && isWithin(reading.time)) {
      // The text stays as typed until the field is left: a change during typing would move the cursor.
      setDraft(typed === reading.time ? null : { text: typed, from: reading.time, isRefused: false });
      if (reading.time !== value) onChange(reading.time);
      return;
    }
    if (isTime || (reading.kind === 'impossible' && typed.trim().length >= 4)) return refuse(typed);
    setDraft({ text: typed, from: value, isRefused: false });
    if (reading.kind === 'empty' && value !== '') onChange('');
  }
  function settle(): void {
    if (draft === null || draft.isRefused) return;
    const reading = parseTime(draft.text);
    if (reading.kind === 'empty') return setDraft(null);
    if (reading.kind === 'time' && isWithin(reading.time)) return commit(reading.time);
    refuse(draft.text);
  }
  function press(event: KeyboardEvent): void {
    if (event.key === 'Enter') return settle();
    const direction = DIRECTIONS[event.key];
    if (direction === undefined || isReadOnly || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const unit = event.key.startsWith('Page') ? 'hour' : 'step';
    commit(movedWithin(text, { direction, unit }, options));
  }

  return {
    text,
    error,
    inputProps: {
      placeholder: TIME_PATTERN,
      onChange: (event) => type(event.target.value),
      onBlur: settle,
      onKeyDown: press,
    },
  };
}

/** The fault of a refused text, in words. */
function useTimeError(draft: Draft | null, min: string, max: string): string | undefined {
  const { t } = useTranslation('form');
  if (draft?.isRefused !== true) return undefined;
  const { kind } = parseTime(draft.text);
  if (kind === 'impossible') return t('time.impossible');
  return kind === 'time' ? t('time.outside', { min, max }) : t('time.unreadable', { pattern: TIME_PATTERN });
}

interface Move {
  readonly direction: 1 | -1;
  readonly unit: 'step' | 'hour';
}

/** The time after a key, at most at the limits; the first possible one when the text is no time. */
function movedWithin(
  text: string,
  { direction, unit }: Move,
  { min, max, stepMinutes }: Pick<TimeInputOptions, 'min' | 'max' | 'stepMinutes'>,
): string {
  const reading = parseTime(text);
  if (reading.kind !== 'time') return min;
  const next =
    unit === 'hour' ? moveTime(reading.time, direction * 60) : nextStep(reading.time, direction, stepMinutes);
  if (next >= min && next <= max) return next;
  return direction === 1 ? max : min;
}
