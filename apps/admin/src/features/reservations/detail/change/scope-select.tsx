import type { SeriesScope } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { SelectInput } from '../../../../ui/form/fields.tsx';

const SCOPES: readonly SeriesScope[] = ['ONE', 'FOLLOWING', 'ALL'];

/** How much of a series a change affects: this one, the later ones too, or all that have not begun (RV-6). */
export function ScopeSelect({
  value,
  onPick,
}: {
  readonly value: SeriesScope;
  readonly onPick: (scope: SeriesScope) => void;
}) {
  const { t } = useTranslation('reservations');
  return (
    <SelectInput
      label={t('drawer.scope')}
      value={value}
      options={SCOPES.map((scope) => ({ value: scope, label: t(`drawer.scopes.${scope}`) }))}
      onChange={(scope) => onPick(SCOPES.find((name) => name === scope) ?? 'ONE')}
    />
  );
}
