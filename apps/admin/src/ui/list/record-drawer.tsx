import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import type { ReactNode } from 'react';
import { SidePanel } from '../side-panel.tsx';

interface RecordDrawerProps {
  readonly titleId: string;
  readonly width: number;
  /** What kind of record it is, above its title. */
  readonly caption: string;
  readonly title: ReactNode;
  readonly close: { readonly label: string; readonly icon: ReactNode; readonly size?: number };
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** All details of one row of a list, at the right edge of the window. */
export function RecordDrawer({ titleId, width, caption, title, close, onClose, children }: RecordDrawerProps) {
  const { size } = close;
  return (
    <SidePanel titleId={titleId} sx={{ width, maxWidth: '100vw', p: 2, gap: 2 }} onClose={onClose}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{caption}</Box>
          <Box component="h2" id={titleId} sx={{ typography: 'h6', m: 0 }}>
            {title}
          </Box>
        </Box>
        <IconButton
          autoFocus
          aria-label={close.label}
          onClick={onClose}
          {...(size !== undefined && { sx: { width: size, height: size } })}
        >
          {close.icon}
        </IconButton>
      </Box>
      {children}
    </SidePanel>
  );
}
