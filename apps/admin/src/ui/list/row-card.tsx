import Card from '@mui/material/Card';
import type { ReactNode } from 'react';
import { PLAIN_LIST } from '../form/layouts.ts';

interface RowCardProps {
  readonly label?: string;
  /** The rows, as list items. */
  readonly children: ReactNode;
}

/** A list of rows with lines between them. */
export function RowCard({ label, children }: RowCardProps) {
  return (
    <Card
      component="ul"
      variant="outlined"
      {...(label !== undefined && { 'aria-label': label })}
      sx={{ ...PLAIN_LIST, '& > * + *': { borderTop: 1, borderColor: 'divider' } }}
    >
      {children}
    </Card>
  );
}
