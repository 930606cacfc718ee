import { TypedField, type TypedFieldProps } from './typed-field.tsx';
import { useTimeInput } from './use-time-input.ts';

export interface TimeFieldProps extends TypedFieldProps {
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
  /** The id of the element in which the form shows the error; the field is only marked. */
  readonly errorId?: string | undefined;
  /** The name for screen readers where the label alone does not say enough, such as with the day. It contains the label. */
  readonly fullName?: string;
}

/** A time of day on the 24-hour clock, in every language of the browser. */
export function TimeField({ value, onChange, errorId, fullName, ...props }: TimeFieldProps) {
  const { min = '00:00', max = '23:59', stepMinutes = 10, ...field } = props;
  const typed = useTimeInput({ value, onChange, min, max, stepMinutes, isReadOnly: field.isReadOnly ?? false });
  return (
    <TypedField
      {...field}
      typed={typed}
      maxLength={8}
      isMarked={errorId !== undefined}
      htmlInput={{
        ...(fullName !== undefined && { 'aria-label': fullName }),
        ...(errorId !== undefined && typed.error === undefined && { 'aria-describedby': errorId }),
      }}
    />
  );
}
