import type { PassUnit } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format.ts';

/** Units of a pass in words: hours and minutes, or won. */
export function usePassWords() {
  const { t } = useTranslation('passes');
  const format = useFormat();
  return {
    units(unit: PassUnit, units: number): string {
      if (unit === 'WON') return format.money(units);
      const [hours, minutes] = [Math.floor(units / 60), units % 60];
      if (minutes === 0) return t('hours', { count: hours });
      return hours === 0 ? t('minutes', { count: minutes }) : t('hoursAndMinutes', { hours, minutes });
    },
  };
}
