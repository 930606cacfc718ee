import TextField from '@mui/material/TextField';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { moveTime, nextStep, parseTime, TIME_PATTERN } from './time-text.ts';

export interface TimeFieldProps {
  readonly label: string;
  /** `HH:mm`, or empty. */
  readonly value: string;
  /**
   * Called with a time within the limits as soon as one is typed, and with an empty text when the field is cleared or
   * has no such time.
   */
  readonly onChange: (time: string) => void;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  /** The step of the arrow keys; a typed time may lie between the steps. */
  readonly stepMinutes?: number;
  /** The form's error; an error of the typed text comes before it. */
  readonly error?: string | undefined;
  /** The id of the element in which the form shows the error; the field is only marked. */
  readonly errorId?: string | undefined;
  readonly hint?: string | undefined;
  readonly isRequired?: boolean;
  readonly isReadOnly?: boolean;
  readonly isDisabled?: boolean;
  /** Only screen readers read the label. */
  readonly isLabelHidden?: boolean;
  readonly size?: 'small' | 'medium';
}

/** A typed text that is not the value yet. `from` is the value when it was typed; a later value replaces it. */
interface Draft {
  readonly text: string;
  readonly from: string;
  readonly isRefused: boolean;
}

/** A time of day on the 24-hour clock, in every language of the browser. */
export function TimeField({
  label,
  value,
  onChange,
  min = '00:00',
  max = '23:59',
  stepMinutes = 10,
  error,
  errorId,
  hint,
  isRequired = false,
  isReadOnly = false,
  isDisabled = false,
  isLabelHidden = false,
  size = 'small',
}: TimeFieldProps) {
  const { t } = useTranslation('form');
  const [kept, setDraft] = useState<Draft | null>(null);
  const isStale = kept !== null && value !== kept.from && !(kept.isRefused && value === '');
  if (isStale) setDraft(null);
  const draft = isStale ? null : kept;
  const text = draft?.text ?? value;
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
    const direction =
      event.key === 'ArrowUp' || event.key === 'PageUp'
        ? 1
        : event.key === 'ArrowDown' || event.key === 'PageDown'
          ? -1
          : null;
    if (direction === null || isReadOnly || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const reading = parseTime(text);
    if (reading.kind !== 'time') return commit(min);
    const next = event.key.startsWith('Page')
      ? moveTime(reading.time, direction * 60)
      : nextStep(reading.time, direction, stepMinutes);
    commit(isWithin(next) ? next : direction === 1 ? max : min);
  }

  const ownError = draft?.isRefused === true ? wordsOf(draft.text) : undefined;
  const shownError = ownError ?? error;
  return (
    <TextField
      fullWidth
      size={size}
      label={isLabelHidden ? undefined : label}
      value={text}
      required={isRequired}
      disabled={isDisabled}
      placeholder={TIME_PATTERN}
      onChange={(event) => type(event.target.value)}
      onBlur={settle}
      error={(shownError !== undefined && shownError !== '') || errorId !== undefined}
      helperText={shownError ?? hint}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: {
          readOnly: isReadOnly,
          onKeyDown: press,
          inputMode: 'numeric',
          autoComplete: 'off',
          maxLength: 8,
          style: { fontVariantNumeric: 'tabular-nums' },
          ...(isLabelHidden && { 'aria-label': label }),
          ...(errorId !== undefined && ownError === undefined && { 'aria-describedby': errorId }),
        },
      }}
    />
  );

  function wordsOf(typed: string): string {
    const { kind } = parseTime(typed);
    if (kind === 'impossible') return t('time.impossible');
    return kind === 'time' ? t('time.outside', { min, max }) : t('time.unreadable', { pattern: TIME_PATTERN });
  }
}
