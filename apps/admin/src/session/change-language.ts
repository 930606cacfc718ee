import i18next from 'i18next';
import { toast } from '../ui/toast/toast.ts';
import type { Language } from './i18n.ts';

/** Changes the language and shows its progress in a toast: loading, then success or failure (reference 4). */
export function changeLanguage(language: Language): void {
  const before = i18next.resolvedLanguage;
  toast.promise(load(language, before), {
    loading: i18next.t('common:language.loading'),
    success: () => i18next.t('common:language.success'),
    error: () => i18next.t('common:language.error'),
  });
}

async function load(language: Language, before: string | undefined): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      void i18next.changeLanguage(language, (error: unknown) =>
        error ? reject(new Error('The texts cannot be loaded', { cause: error })) : resolve(),
      );
    });
  } catch (error) {
    console.error(error);
    if (before !== undefined) await i18next.changeLanguage(before);
    throw error;
  }
}
