import { getContrastRatio } from '@mui/material/styles';
import { expect, it } from 'vitest';
import { muiThemeOptions } from './mui-theme-options.ts';
import { ACCENTS, type AccentName } from './tokens.ts';

it.each(Object.keys(ACCENTS) as AccentName[])(
  'the theme keeps the letters of a filled button readable, with the mouse over it too (%s)',
  (primaryColor) => {
    const { colorSchemes } = muiThemeOptions({
      direction: 'ltr',
      contrast: 'default',
      primaryColor,
      fontFamily: 'System',
    });
    for (const mode of ['light', 'dark'] as const) {
      const scheme = colorSchemes?.[mode];
      if (typeof scheme !== 'object') throw new Error(`There is no ${mode} scheme`);
      for (const name of ['primary', 'error', 'warning', 'info', 'success'] as const) {
        const { main, dark, contrastText } = { ...scheme.palette?.[name] } as {
          main: string;
          dark: string;
          contrastText: string;
        };
        for (const ground of [main, dark])
          expect(
            getContrastRatio(ground, contrastText),
            `${name} in ${mode}: ${contrastText} on ${ground}`,
          ).toBeGreaterThanOrEqual(4.5);
      }
    }
  },
);
