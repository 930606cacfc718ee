import { afterEach, describe, expect, it, vi } from 'vitest';
import { changeSettings, DEFAULT_SETTINGS, readSettings } from './settings.ts';

afterEach(() => localStorage.clear());

const storing = (text: string | null) => ({ getItem: (key: string) => (key === 'app-settings' ? text : null) });

describe('the settings', () => {
  it('have the defaults of the reference', () => {
    expect(readSettings(storing(null))).toEqual({
      colorScheme: 'dark',
      direction: 'ltr',
      contrast: 'default',
      navLayout: 'vertical',
      primaryColor: 'default',
      navColor: 'integrate',
      compactLayout: true,
      fontFamily: DEFAULT_SETTINGS.fontFamily,
    });
  });
  it('keep known values and drop unknown ones', () => {
    expect(readSettings(storing('{"navLayout":"mini","contrast":"loud","evil":1}'))).toEqual({
      ...DEFAULT_SETTINGS,
      navLayout: 'mini',
    });
  });
  it('fall back to the light mode of the theme layer when they cannot be read (SH-2)', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    expect(readSettings(storing('{broken')).colorScheme).toBe('light');
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
  });
  it('are stored under their key, shown at once, and the mode keys follow', () => {
    changeSettings({ colorScheme: 'light', direction: 'rtl' });
    expect(JSON.parse(localStorage.getItem('app-settings') ?? '')).toEqual({
      ...DEFAULT_SETTINGS,
      colorScheme: 'light',
      direction: 'rtl',
    });
    expect([localStorage.getItem('mode'), localStorage.getItem('theme-mode')]).toEqual(['light', 'light']);
    expect([document.documentElement.dataset['colorScheme'], document.documentElement.dir]).toEqual(['light', 'rtl']);
    changeSettings(DEFAULT_SETTINGS);
  });
});
