import { darken, getContrastRatio, lighten, type ThemeOptions } from '@mui/material/styles';
import { ContainedPaper } from './mui-contained-paper.tsx';
import {
  ACCENTS,
  BREAKPOINTS,
  FONTS,
  HEADING_FONT,
  PALETTES,
  RADIUS,
  SPACING,
  type AccentName,
  type FontName,
  type ThemeMode,
} from './tokens.ts';

interface Appearance {
  readonly direction: 'ltr' | 'rtl';
  readonly contrast: 'default' | 'high';
  readonly primaryColor: AccentName;
  readonly fontFamily: FontName;
}

/** MUI's theme, made from the same tokens as the plain style sheet, so that both look alike in both modes. */
export function muiThemeOptions({ direction, contrast, primaryColor, fontFamily }: Appearance): ThemeOptions {
  return {
    direction,
    cssVariables: { colorSchemeSelector: '[data-color-scheme="%s"]' },
    colorSchemes: {
      light: { palette: palette('light', primaryColor, contrast) },
      dark: { palette: palette('dark', primaryColor, contrast) },
    },
    breakpoints: { values: BREAKPOINTS },
    spacing: SPACING,
    shape: { borderRadius: RADIUS },
    typography: {
      fontFamily: FONTS[fontFamily],
      fontSize: 14,
      button: { textTransform: 'none', fontWeight: 600 },
      ...Object.fromEntries(
        (['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const).map((name) => [
          name,
          { fontFamily: HEADING_FONT, fontWeight: 600 },
        ]),
      ),
    },
    transitions: {
      duration: {
        shortest: 80,
        shorter: 100,
        short: 120,
        standard: 150,
        complex: 200,
        enteringScreen: 150,
        leavingScreen: 120,
      },
    },
    components: COMPONENTS,
  };
}

const COMPONENTS: NonNullable<ThemeOptions['components']> = {
  MuiButton: {
    defaultProps: { disableElevation: true },
    // Large enough for a thumb; small buttons are in dense rows of a wide screen.
    styleOverrides: {
      text: { color: 'var(--accent-text)' },
      root: { minHeight: 44 },
      sizeSmall: { minHeight: 36 },
    },
  },
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: {
      root: { '&.Mui-focusVisible': { outline: '2px solid var(--accent-text)', outlineOffset: 2 } },
    },
  },
  MuiDialogActions: { styleOverrides: { root: { '& .MuiButton-root': { minHeight: 44 } } } },
  MuiMenuItem: { styleOverrides: { root: { minHeight: 44 } } },
  // A dialog contains the errors of its content. `PaperComponent` instead of a slot, which would replace the styles of
  // the surface.
  MuiDialog: { defaultProps: { PaperComponent: ContainedPaper } },
  MuiCard: {
    defaultProps: { variant: 'outlined' },
    styleOverrides: { root: { backgroundColor: 'var(--paper)', borderColor: 'var(--line)' } },
  },
  MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
  // The accent reaches only 2.7:1 on white.
  MuiCheckbox: { styleOverrides: { root: { '&.Mui-checked': { color: 'var(--accent-text)' } } } },
  MuiOutlinedInput: { styleOverrides: { notchedOutline: { borderColor: 'var(--control)' } } },
  MuiInputLabel: { styleOverrides: { root: { '&.Mui-focused': { color: 'var(--accent-text)' } } } },
};

function palette(mode: ThemeMode, accentName: AccentName, contrast: 'default' | 'high') {
  const colours = PALETTES[mode];
  const accent = ACCENTS[accentName];
  const on = mode === 'light' ? '#FFFFFF' : '#12161C';
  const state = (main: string) => ({ main, dark: hovered(main, on), contrastText: on });
  return {
    primary: { main: accent.main, dark: hovered(accent.main, accent.on), contrastText: accent.on },
    error: state(colours.danger),
    warning: state(colours.warning),
    info: state(colours.info),
    success: state(colours.success),
    background: { default: colours.bg, paper: colours.paper },
    text: { primary: colours.text, secondary: contrast === 'high' ? colours.text : colours.soft },
    divider: colours.line,
  };
}

/** MUI darkens a hovered button, also below dark text; this moves the colour away from that of the text. */
function hovered(main: string, letters: string): string {
  const [lighter, darker] = [lighten(main, 0.12), darken(main, 0.12)];
  return getContrastRatio(lighter, letters) >= getContrastRatio(darker, letters) ? lighter : darker;
}
