import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import rtlPlugin from '@mui/stylis-plugin-rtl';
import type { ReactNode } from 'react';
import { prefixer } from 'stylis';

const cache = createCache({ key: 'rtl', stylisPlugins: [prefixer, rtlPlugin] });

/** Mirrors all styles of MUI. */
export function RightToLeft({ children }: { readonly children: ReactNode }) {
  return <CacheProvider value={cache}>{children}</CacheProvider>;
}
