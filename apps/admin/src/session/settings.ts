import { useSyncExternalStore } from 'react';
import type { AccentName, FontName, ThemeMode } from '../ui/theme/tokens.ts';

/** The appearance of the application for one person on one machine (reference 3). */
export interface Settings {
  readonly colorScheme: ThemeMode;
  readonly direction: 'ltr' | 'rtl';
  readonly contrast: 'default' | 'high';
  readonly navLayout: 'vertical' | 'mini' | 'horizontal';
  readonly primaryColor: AccentName;
  readonly navColor: 'integrate' | 'apparent';
  readonly compactLayout: boolean;
  readonly fontFamily: FontName;
}

export const SETTINGS_STORAGE_KEY = 'app-settings';
/** The keys of the theme layer follow the chosen scheme (SH-2). */
const MODE_KEYS = ['mode', 'theme-mode'] as const;

export const DEFAULT_SETTINGS: Settings = {
  colorScheme: 'dark',
  direction: 'ltr',
  contrast: 'default',
  navLayout: 'vertical',
  primaryColor: 'default',
  navColor: 'integrate',
  compactLayout: true,
  fontFamily: 'Public Sans Variable',
};

/** The allowed values of each setting; any other stored value counts as not set. */
export const SETTING_CHOICES = {
  colorScheme: ['light', 'dark'],
  direction: ['ltr', 'rtl'],
  contrast: ['default', 'high'],
  navLayout: ['vertical', 'mini', 'horizontal'],
  primaryColor: ['default', 'teal', 'blue', 'violet', 'rose'],
  navColor: ['integrate', 'apparent'],
  compactLayout: [true, false],
  fontFamily: ['Public Sans Variable', 'Pretendard Variable', 'Barlow', 'System'],
} as const satisfies { readonly [K in keyof Settings]: readonly Settings[K][] };

/** Reads the stored settings. If they cannot be read, the default mode of the theme layer, light, applies (SH-2). */
export function readSettings(storage: Pick<Storage, 'getItem'> = localStorage): Settings {
  try {
    const stored: unknown = JSON.parse(storage.getItem(SETTINGS_STORAGE_KEY) ?? '{}');
    if (typeof stored !== 'object' || stored === null) throw new Error('not an object');
    const valid = Object.entries(stored).filter(([key, value]) =>
      ((SETTING_CHOICES as Record<string, readonly unknown[]>)[key] ?? []).includes(value),
    );
    return { ...DEFAULT_SETTINGS, ...Object.fromEntries(valid) };
  } catch (error) {
    console.warn('The settings cannot be read', error);
    return { ...DEFAULT_SETTINGS, colorScheme: 'light' };
  }
}

let current: Settings | null = null;
const listeners = new Set<() => void>();

function settings(): Settings {
  current ??= readSettings();
  return current;
}

/** The settings of this machine; the component renders again when one changes. */
export function useSettings(): Settings {
  return useSyncExternalStore(subscribe, settings);
}

/** Changes some settings, applies them at once and stores them. */
export function changeSettings(change: Partial<Settings>): void {
  current = { ...settings(), ...change };
  keep(current);
  showSettings();
  for (const listener of listeners) listener();
}

/** Applies the settings to the document, as the script in the page's head did for the first paint. */
export function showSettings(): void {
  const { colorScheme, contrast, direction, primaryColor, fontFamily } = settings();
  const root = document.documentElement;
  root.dataset['colorScheme'] = colorScheme;
  root.dataset['contrast'] = contrast;
  root.dataset['accent'] = primaryColor;
  root.dataset['font'] = fontFamily;
  root.dir = direction;
}

/** Stores the settings, including the defaults, so that the mode keys and ours always agree. */
export function keepSettings(): void {
  keep(settings());
}

function keep(next: Settings): void {
  try {
    localStorage.setItem(SETTINGS_STORAGE_KEY, JSON.stringify(next));
    for (const key of MODE_KEYS) localStorage.setItem(key, next.colorScheme);
  } catch (error) {
    console.warn('The settings cannot be kept', error);
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key !== SETTINGS_STORAGE_KEY) return;
    current = readSettings();
    showSettings();
    listener();
  };
  window.addEventListener('storage', fromOtherTab);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', fromOtherTab);
  };
}
