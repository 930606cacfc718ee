import { useTranslation } from 'react-i18next';
import { LANGUAGES, LOCALE_OPTIONS } from './i18n.ts';
import { changeLanguage } from './change-language.ts';

/** Lets a person choose the language; a toast shows the result. */
export function LanguagePicker() {
  const { t, i18n } = useTranslation();
  return (
    <select
      className="select"
      aria-label={t('language.label')}
      value={i18n.resolvedLanguage ?? 'kr'}
      data-testid="language-picker"
      onChange={(event) => {
        const next = LANGUAGES.find((language) => language === event.target.value);
        if (next !== undefined) changeLanguage(next);
      }}
    >
      {LANGUAGES.map((language) => (
        <option key={language} value={language}>
          {LOCALE_OPTIONS[language].label}
        </option>
      ))}
    </select>
  );
}
