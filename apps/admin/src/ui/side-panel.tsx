import Drawer from '@mui/material/Drawer';
import type { SxProps, Theme } from '@mui/material/styles';
import type { ReactNode } from 'react';

interface SidePanelProps {
  /** The id of its heading. */
  readonly titleId: string;
  readonly sx: SxProps<Theme>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog at the right edge of the window. */
export function SidePanel({ titleId, sx, onClose, children }: SidePanelProps) {
  return (
    <Drawer
      anchor="right"
      open
      onClose={onClose}
      slotProps={{ paper: { role: 'dialog', 'aria-modal': true, 'aria-labelledby': titleId, sx } }}
    >
      {children}
    </Drawer>
  );
}
