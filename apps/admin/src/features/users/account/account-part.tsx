import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import type { ReactNode } from 'react';

/** One card of the person's account. */
export function AccountPart({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Card
      component="section"
      variant="outlined"
      aria-label={title}
      sx={{ p: { xs: 1.5, md: 2 }, display: 'grid', gap: 1.5 }}
    >
      <Box component="h2" sx={{ typography: 'subtitle1', fontWeight: 700, m: 0 }}>
        {title}
      </Box>
      {children}
    </Card>
  );
}
