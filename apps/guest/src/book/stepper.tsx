interface StepperProps {
  readonly value: number;
  /** The lowest and the highest value. */
  readonly range: readonly [number, number];
  /** What the two buttons do, in words. */
  readonly labels: { readonly fewer: string; readonly more: string };
  /** The value in words. */
  readonly shown: string;
  readonly testId: string;
  readonly onChange: (value: number) => void;
}

/** A number with a button on each side. A button at the end of the range stays in the order of focus. */
export function Stepper({ value, range: [least, most], labels, shown, testId, onChange }: StepperProps) {
  const set = (next: number) => onChange(Math.min(most, Math.max(least, next)));
  return (
    <div className="stepper">
      <button
        type="button"
        className="button"
        aria-label={labels.fewer}
        aria-disabled={value <= least}
        onClick={() => set(value - 1)}
      >
        −
      </button>
      <output aria-live="polite" data-testid={testId}>
        {shown}
      </output>
      <button
        type="button"
        className="button"
        aria-label={labels.more}
        aria-disabled={value >= most}
        onClick={() => set(value + 1)}
      >
        +
      </button>
    </div>
  );
}
