import { useId } from 'react';
import { DatePickerButton } from '../../../ui/form/time/date-picker-button.tsx';
import { useDateInput } from '../../../ui/form/time/use-date-input.ts';

interface BoardDateProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
}

/** A `DateField` without MUI, which the board does not load. It always holds a day; its label is for screen readers. */
export function BoardDate({ label, value, onChange }: BoardDateProps) {
  const { text, error, picker, inputProps } = useDateInput({ value, onChange, isClearable: false });
  const errorId = useId();
  return (
    <span className="board-date" data-invalid={error === undefined ? undefined : true}>
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        aria-label={label}
        value={text}
        {...inputProps}
        {...(error !== undefined && { 'aria-invalid': true, 'aria-describedby': errorId })}
      />
      <DatePickerButton label={label} {...picker} isClearable={false} />
      {error !== undefined && (
        <span id={errorId} role="alert" className="board-date-error">
          {error}
        </span>
      )}
    </span>
  );
}
