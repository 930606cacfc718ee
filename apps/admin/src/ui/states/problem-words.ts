import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/**
 * The words of a problem inside a reply, by its code; `otherwise` for a code without words. Empty until the texts have
 * loaded. Loads them without suspending, which would hide the surrounding screen.
 */
export function useProblemWords(): (code: string, otherwise?: string) => string {
  const { t, i18n, ready } = useTranslation(['common', 'problems'], { useSuspense: false });
  return useCallback(
    (code: string, otherwise = '') => {
      if (!ready) return '';
      return i18n.exists(`common:problem.${code}`)
        ? (t as (key: string) => string)(`common:problem.${code}`)
        : otherwise;
    },
    [t, i18n, ready],
  );
}
