import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type { ReactNode } from 'react';

interface OpeningRowProps {
  readonly testId: string;
  readonly state: string;
  /** The columns of its grid by breakpoint. */
  readonly columns: { readonly xs: string; readonly md: string };
  readonly minHeight?: number;
  /** Whether the last row of the list has no line below it. */
  readonly isLastPlain?: boolean;
  readonly onOpen: () => void;
  readonly children: ReactNode;
}

/** A row of a list that is one button. */
export function OpeningRow({
  testId,
  state,
  columns,
  minHeight,
  isLastPlain = false,
  onOpen,
  children,
}: OpeningRowProps) {
  const line = { borderBottom: 1, borderColor: 'divider' };
  return (
    <Box
      component="li"
      data-testid={testId}
      data-state={state}
      sx={isLastPlain ? { '&:not(:last-child)': line } : line}
    >
      <ButtonBase
        onClick={onOpen}
        sx={{
          width: '100%',
          ...(minHeight !== undefined && { minHeight }),
          textAlign: 'left',
          typography: 'body2',
          pl: 1.5,
          pr: 4,
          py: 1.25,
          position: 'relative',
          // A chevron says that the row opens. It is drawn, so that it is no part of the name of the button.
          '&::after': {
            content: '""',
            position: 'absolute',
            insetInlineEnd: 16,
            top: 'calc(50% - 4px)',
            width: 8,
            height: 8,
            color: 'text.secondary',
            borderTop: '2px solid',
            borderRight: '2px solid',
            transform: 'rotate(45deg)',
          },
          '[dir=rtl] &::after': { transform: 'rotate(225deg)' },
          display: 'grid',
          columnGap: 2,
          rowGap: 0.25,
          alignItems: 'center',
          justifyItems: 'start',
          gridTemplateColumns: columns,
          '&:hover': { bgcolor: 'action.hover' },
        }}
      >
        {children}
      </ButtonBase>
    </Box>
  );
}
