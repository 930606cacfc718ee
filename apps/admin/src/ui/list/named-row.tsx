import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';

interface NamedRowProps {
  readonly name: ReactNode;
  readonly isNameBold?: boolean;
  readonly details: ReactNode;
  readonly action: { readonly label: string; readonly text: string; readonly onClick: () => void } | null;
}

/** A row of a list: a name, details below it, and the button that removes or ends it. Takes `data-` attributes. */
export function NamedRow({ name, isNameBold = false, details, action, ...data }: NamedRowProps) {
  return (
    <Box
      component="li"
      {...data}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        py: 1,
        '&:not(:last-child)': { borderBottom: 1, borderColor: 'divider' },
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 0.25 }}>
        <Box sx={{ fontWeight: isNameBold ? 600 : 400, overflowWrap: 'anywhere' }}>{name}</Box>
        <Box sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}>
          {details}
        </Box>
      </Box>
      {action !== null && (
        <Button
          color="inherit"
          variant="outlined"
          aria-label={action.label}
          onClick={action.onClick}
          sx={{ flex: 'none' }}
        >
          {action.text}
        </Button>
      )}
    </Box>
  );
}

interface RemoveButtonProps {
  readonly text: string;
  /** The text with the name of the thing, for screen readers. */
  readonly label?: string;
  readonly onClick: () => void;
}

/** The button of a row that removes or ends it. */
export function RemoveButton({ text, label, onClick }: RemoveButtonProps) {
  return (
    <Button color="error" variant="outlined" onClick={onClick} aria-label={label}>
      {text}
    </Button>
  );
}
