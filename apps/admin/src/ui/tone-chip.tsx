import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

const ROW = { display: 'inline-flex', alignItems: 'center', gap: 0.5 } as const;

interface ToneChipProps {
  readonly icon: ReactNode;
  /** The colour of the icon, which only adds to the word. */
  readonly colour: string;
  readonly children: ReactNode;
}

/** A state or a kind in a frame: an icon and a word. Takes `data-` attributes. */
export function ToneChip({ icon, colour, children, ...data }: ToneChipProps) {
  return (
    <Box
      component="span"
      {...data}
      sx={{
        ...ROW,
        px: 1,
        py: 0.25,
        borderRadius: 1,
        border: 1,
        borderColor: 'divider',
        whiteSpace: 'nowrap',
        typography: 'body2',
      }}
    >
      <Box component="span" sx={{ color: colour, display: 'inline-flex' }}>
        {icon}
      </Box>
      {children}
    </Box>
  );
}

/** The icon and the colour of a state. */
export type ToneStyle = readonly [icon: IconName, colour: string];

interface ToneLabelProps {
  readonly tone: ToneStyle;
  readonly isOneLine?: boolean;
  readonly children: ReactNode;
}

/** A state as word, icon and colour, without a frame. Takes `data-` attributes. */
export function ToneLabel({ tone: [icon, colour], isOneLine = false, children, ...data }: ToneLabelProps) {
  return (
    <Box
      component="span"
      {...data}
      sx={{ ...ROW, color: colour, fontWeight: 600, ...(isOneLine && { whiteSpace: 'nowrap' }) }}
    >
      <Icon name={icon} size={16} />
      {children}
    </Box>
  );
}
