import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { TitledText } from '../../ui/section-head.tsx';

interface RulesGroupProps {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

/** A titled group of the rules. */
export function RulesGroup({ id, title, text, children }: RulesGroupProps) {
  return (
    <Box role="group" aria-labelledby={id} sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box>
        <TitledText id={id} title={title} text={text} />
      </Box>
      {children}
    </Box>
  );
}
