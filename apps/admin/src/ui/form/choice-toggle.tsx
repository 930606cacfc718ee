import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';

interface ChoiceToggleProps<Value extends string | number> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
  readonly onChoose: (value: Value) => void;
  /** The buttons share the width of the form. */
  readonly isWide?: boolean;
  /** Many short choices: they may take several lines. */
  readonly isCompact?: boolean;
  /** 44 px high instead of 40, for a screen that is used with a thumb. */
  readonly isLarge?: boolean;
}

/** Exactly one of a few choices, all of which are visible. */
export function ChoiceToggle<Value extends string | number>({
  label,
  value,
  choices,
  onChoose,
  isWide = false,
  isCompact = false,
  isLarge = false,
}: ChoiceToggleProps<Value>) {
  return (
    <ToggleButtonGroup
      exclusive
      fullWidth={isWide}
      size="small"
      value={value}
      aria-label={label}
      {...(isCompact && { sx: { flexWrap: 'wrap' } })}
      // The chosen one stays chosen when it is pressed again.
      onChange={(_event, next: Value | null) => next !== null && onChoose(next)}
    >
      {choices.map((choice) => (
        <ToggleButton
          key={choice.value}
          value={choice.value}
          sx={{
            minWidth: 36,
            minHeight: isLarge ? 44 : 40,
            px: isCompact || isWide ? 0.5 : 1.5,
            textTransform: 'none',
            ...(!isWide && { whiteSpace: 'nowrap' }),
            '&.Mui-selected': { color: 'var(--accent-text)' },
          }}
        >
          {choice.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
