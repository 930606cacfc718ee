import Box from '@mui/material/Box';
import type { ComponentProps, ReactNode } from 'react';
import { PartTabs } from '../form/dialog/dialog-tabs.tsx';

interface TabbedPartsProps<Name extends string> extends Omit<
  ComponentProps<typeof PartTabs<Name>>,
  'hasScrollButtons'
> {
  /** The part that is shown. */
  readonly children: ReactNode;
}

/** The parts of a page, with the one that is shown. */
export function TabbedParts<Name extends string>({ children, ...tabs }: TabbedPartsProps<Name>) {
  return (
    <>
      <PartTabs {...tabs} />
      <Box
        role="tabpanel"
        id={`${tabs.id}-panel`}
        aria-labelledby={`${tabs.id}-${tabs.value}`}
        sx={{ display: 'grid', gap: 2, '& > *': { minWidth: 0 } }}
      >
        {children}
      </Box>
    </>
  );
}
