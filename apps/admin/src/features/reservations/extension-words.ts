import type { ExtensionOffer } from '@munjigi/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format.ts';
import { useProblemWords } from '../../ui/states/problem-words.ts';

/** An extension offer in a few words, by its shortest choice; or that, and why, none is possible. */
export function useExtensionWords(): (extensionOffer: ExtensionOffer) => string {
  const { t } = useTranslation('reservations');
  const format = useFormat();
  const problem = useProblemWords();
  return useCallback(
    ({ choices, reason }: ExtensionOffer) => {
      if (reason !== null) return `${t('extension.none')} ${problem(reason)}`;
      const [first] = choices;
      return first === undefined
        ? ''
        : `${t('extension.title')} ${t('extension.choice', { time: format.time(first.endsAt), length: t('length.minutes', { minutes: first.minutes }), amount: format.money(first.addedAmount) })}`;
    },
    [t, format, problem],
  );
}
