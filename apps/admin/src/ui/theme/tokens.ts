/**
 * The only definition of colours: the custom properties of the plain style sheet and the MUI theme are generated from
 * these.
 */
export interface Palette {
  readonly bg: string;
  readonly paper: string;
  readonly raised: string;
  readonly line: string;
  /** The border colour of a control: 3:1 against its surroundings (WCAG 1.4.11). */
  readonly control: string;
  readonly text: string;
  readonly soft: string;
  readonly hover: string;
  readonly danger: string;
  readonly success: string;
  readonly warning: string;
  readonly info: string;
}

export type ThemeMode = 'light' | 'dark';
export const PALETTES: Readonly<Record<ThemeMode, Palette>> = {
  light: {
    bg: '#F7F8FA',
    paper: '#FFFFFF',
    raised: '#FFFFFF',
    line: '#E3E7EC',
    control: '#838E9B',
    text: '#1A212B',
    soft: '#57626F',
    hover: '#EEF1F5',
    danger: '#C4320A',
    success: '#13764A',
    warning: '#8F5200',
    info: '#17639E',
  },
  dark: {
    bg: '#12161C',
    paper: '#1A2028',
    raised: '#202731',
    line: '#2C3541',
    control: '#76828F',
    text: '#EDF1F5',
    soft: '#A3AFBC',
    hover: '#262E39',
    danger: '#FF8A73',
    success: '#5FD39A',
    warning: '#F5B65A',
    info: '#7CC0F5',
  },
};

/**
 * An accent: the colour of surfaces, the text on it, and its shades for text and focus, which have 4.5:1 on each
 * ground.
 */
export interface Accent {
  readonly main: string;
  readonly on: string;
  readonly text: Readonly<Record<ThemeMode, string>>;
}
/** White on #F47C2C reaches only 2.7:1, so the text on it is nearly black (SH-10). */
export const ACCENTS = {
  default: { main: '#F47C2C', on: '#1D0F05', text: { light: '#AD4A06', dark: '#FF9A57' } },
  teal: { main: '#2BB3A3', on: '#041A17', text: { light: '#0A6E63', dark: '#4FD1C1' } },
  blue: { main: '#4C9AFF', on: '#04152B', text: { light: '#1259B5', dark: '#7FB6FF' } },
  violet: { main: '#A48BFA', on: '#150A33', text: { light: '#5F3DC4', dark: '#B9A6FC' } },
  rose: { main: '#F7768E', on: '#2B040C', text: { light: '#B4203F', dark: '#FF97A9' } },
} as const satisfies Record<string, Accent>;
export type AccentName = keyof typeof ACCENTS;

/**
 * Sizes of the layout (reference 9), widths in pixels; `tokensCss()` generates custom properties with the same values.
 */
export const LAYOUT = {
  authWidth: 420,
  navMobile: 320,
  navVertical: 300,
  navMini: 88,
  navHorizontal: 64,
  headerMobile: 64,
  headerDesktop: 72,
  headerBlur: 8,
  zNav: 1101,
  zHeader: 1100,
  transitionMs: 120,
  resizeBlockMs: 250,
} as const;
export const BREAKPOINTS = { xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 } as const;
export const RADIUS = 8;
export const SPACING = 8;
/** The range of every date picker (reference 5). */
export const DATE_RANGE = { min: '1900-01-01', max: '2099-12-31' } as const;

const FALLBACKS =
  "'Munjigi Hangul', system-ui, -apple-system, 'Segoe UI', 'Malgun Gothic', 'Apple SD Gothic Neo', 'Noto Sans KR', 'Noto Sans CJK KR', sans-serif";
/** The subset of Pretendard with the characters of our own texts, and the slices with all characters. */
const HANGUL = "'Munjigi Sans KR', 'Pretendard Variable'";
export const FONTS = {
  'Public Sans Variable': `'Public Sans Variable', 'Munjigi Latin', ${HANGUL}, ${FALLBACKS}`,
  'Pretendard Variable': `${HANGUL}, ${FALLBACKS}`,
  Barlow: `'Barlow', 'Public Sans Variable', 'Munjigi Latin', ${HANGUL}, ${FALLBACKS}`,
  System: FALLBACKS,
} as const;
export type FontName = keyof typeof FONTS;
export const HEADING_FONT = `'Barlow', 'Public Sans Variable', 'Munjigi Latin', ${HANGUL}, ${FALLBACKS}`;

/** The custom properties of every mode, accent and font, for the document's first style sheet. */
export function tokensCss(): string {
  const sheet = [
    rule(':root', {
      ...Object.fromEntries(
        Object.entries(LAYOUT).map(([name, value]) => [`--${kebab(name)}`, `${value}${unit(name)}`]),
      ),
      '--radius': `${RADIUS}px`,
      '--font-heading': HEADING_FONT,
    }),
    ...(Object.keys(PALETTES) as ThemeMode[]).map((mode) =>
      rule(`[data-color-scheme=${mode}]`, {
        'color-scheme': mode,
        ...Object.fromEntries(Object.entries(PALETTES[mode]).map(([name, value]) => [`--${name}`, value])),
      }),
    ),
    ...Object.entries(ACCENTS).flatMap(([name, accent]) => [
      rule(`[data-accent=${name}]`, { '--accent': accent.main, '--on-accent': accent.on }),
      ...(['light', 'dark'] as const).map((mode) =>
        rule(`[data-accent=${name}][data-color-scheme=${mode}]`, { '--accent-text': accent.text[mode] }),
      ),
    ]),
    ...Object.entries(FONTS).map(([name, stack]) => rule(`[data-font='${name}']`, { '--font': stack })),
    rule('[data-contrast=high][data-color-scheme=light]', {
      '--soft': '#3A434D',
      '--line': '#838E9B',
      '--control': '#57626F',
      '--bg': '#EEF1F5',
    }),
    rule('[data-contrast=high][data-color-scheme=dark]', {
      '--soft': '#D0D8E0',
      '--line': '#76828F',
      '--control': '#A3AFBC',
      '--bg': '#0A0D11',
    }),
  ];
  return sheet.join('');
}

function rule(selector: string, properties: Record<string, string>): string {
  return `${selector}{${Object.entries(properties)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')}}`;
}
function unit(name: string): string {
  if (name.startsWith('z')) return '';
  return name.endsWith('Ms') ? 'ms' : 'px';
}
function kebab(name: string): string {
  return name.replace(/Ms$/, '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
