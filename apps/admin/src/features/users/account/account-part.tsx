import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { LabelledCard } from '../../../ui/section-head.tsx';

/** One card of the person's account. */
export function AccountPart({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <LabelledCard label={title} sx={{ p: { xs: 1.5, md: 2 }, display: 'grid', gap: 1.5 }}>
      <Box component="h2" sx={{ typography: 'subtitle1', fontWeight: 700, m: 0 }}>
        {title}
      </Box>
      {children}
    </LabelledCard>
  );
}
