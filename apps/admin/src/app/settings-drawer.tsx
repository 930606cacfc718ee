import { useTranslation } from 'react-i18next';
import { Drawer } from '../ui/drawer.tsx';
import { ACCENTS } from '../ui/theme/tokens.ts';
import { changeSettings, DEFAULT_SETTINGS, SETTING_CHOICES, useSettings, type Settings } from '../session/settings.ts';

const ORDER = [
  'colorScheme',
  'contrast',
  'primaryColor',
  'navLayout',
  'navColor',
  'compactLayout',
  'direction',
  'fontFamily',
] as const satisfies readonly (keyof Settings)[];

/** Every setting of the reference; each change applies at once (SH-3). */
export function SettingsDrawer({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation('settings');
  return (
    <Drawer isOpen={isOpen} onClose={onClose} side="end" label={t('title')} closeLabel={t('common:close')}>
      <div className="settings" data-testid="settings-drawer">
        {ORDER.map((key) => (
          <Choices key={key} name={key} />
        ))}
        <button type="button" className="button" onClick={() => changeSettings(DEFAULT_SETTINGS)}>
          {t('reset')}
        </button>
      </div>
    </Drawer>
  );
}

function Choices({ name }: { readonly name: keyof Settings }) {
  const { t } = useTranslation('settings');
  const settings = useSettings();
  return (
    <fieldset className="choices" data-setting={name}>
      <legend>{t(`${name}.label`)}</legend>
      <div className="choices-row">
        {SETTING_CHOICES[name].map((choice) => (
          <label key={String(choice)} className="choice">
            <input
              type="radio"
              name={name}
              value={String(choice)}
              checked={settings[name] === choice}
              onChange={() => changeSettings({ [name]: choice })}
            />
            {name === 'primaryColor' && (
              <span className="swatch" style={{ background: ACCENTS[choice as Settings['primaryColor']].main }} />
            )}
            <span>
              {name === 'fontFamily' && choice !== 'System'
                ? String(choice).replace(' Variable', '')
                : t(`${name}.${String(choice)}`)}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
