import { createTheme, ThemeProvider, useColorScheme } from '@mui/material/styles';
import { lazy, Suspense, useEffect, useMemo, type ReactNode } from 'react';
import { useSettings } from './settings.ts';
import { muiThemeOptions } from '../ui/theme/mui-theme-options.ts';

const RightToLeft = lazy(async () => ({ default: (await import('../ui/theme/right-to-left.tsx')).RightToLeft }));

/** MUI in our colours, following the settings. The mirrored styles load only for a right-to-left page. */
export function MuiTheme({ children }: { readonly children: ReactNode }) {
  const { colorScheme, direction, contrast, primaryColor, fontFamily } = useSettings();
  const theme = useMemo(
    () => createTheme(muiThemeOptions({ direction, contrast, primaryColor, fontFamily })),
    [direction, contrast, primaryColor, fontFamily],
  );
  const themed = (
    <ThemeProvider theme={theme} defaultMode="light" modeStorageKey="theme-mode" disableTransitionOnChange>
      <FollowMode mode={colorScheme} />
      {children}
    </ThemeProvider>
  );
  return direction === 'rtl' ? (
    <Suspense fallback={null}>
      <RightToLeft>{themed}</RightToLeft>
    </Suspense>
  ) : (
    themed
  );
}

function FollowMode({ mode }: { readonly mode: 'light' | 'dark' }) {
  const { setMode } = useColorScheme();
  useEffect(() => setMode(mode), [mode, setMode]);
  return null;
}
