import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type { ReactNode } from 'react';

interface WalkInChoiceProps {
  readonly isDisabled: boolean;
  readonly onPick: () => void;
  /** The text on the right: a price, or why the choice is not possible. */
  readonly end: string;
  readonly children: ReactNode;
  readonly 'data-testid': string;
  readonly 'data-room'?: string;
  readonly 'data-ends'?: string;
}

/** A large button in a list, for a thumb. */
export function WalkInChoice({ isDisabled, onPick, end, children, ...marks }: WalkInChoiceProps) {
  return (
    <ButtonBase
      {...marks}
      onClick={() => !isDisabled && onPick()}
      aria-disabled={isDisabled}
      sx={{
        width: '100%',
        minHeight: 64,
        px: 2,
        py: 1,
        gap: 2,
        justifyContent: 'space-between',
        textAlign: 'start',
        border: 1,
        borderColor: 'var(--control)',
        borderRadius: 1,
        '&:hover': { bgcolor: 'action.hover' },
        ...(isDisabled && { opacity: 0.7, cursor: 'not-allowed' }),
      }}
    >
      <Box sx={{ minWidth: 0 }}>{children}</Box>
      <Box
        sx={{
          typography: isDisabled ? 'body2' : 'subtitle1',
          textAlign: 'end',
          fontVariantNumeric: 'tabular-nums',
          ...(isDisabled && { color: 'text.secondary' }),
        }}
      >
        {end}
      </Box>
    </ButtonBase>
  );
}
