import { useTranslation } from 'react-i18next';
import { ChoiceToggle } from '../../../ui/form/choice-toggle.tsx';

/** The number of guests; more than eight need the dialog of a new reservation. */
const CHOICES = [1, 2, 3, 4, 5, 6, 7, 8] as const;

export function HeadCountPicker({
  value,
  onPick,
}: {
  readonly value: number;
  readonly onPick: (headCount: number) => void;
}) {
  const { t } = useTranslation('reservations');
  return (
    <ChoiceToggle
      label={t('create.headCount')}
      value={value}
      choices={CHOICES.map((count) => ({ value: count, label: String(count) }))}
      onChoose={onPick}
      isCompact
    />
  );
}
