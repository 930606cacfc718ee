import type { Capability } from '@munjigi/contract/roles';
import { useTranslation } from 'react-i18next';

/** What the missing capability allows. Its names load with it, so no route lists them. */
export function NeededCapability({ capability }: { readonly capability: Capability }) {
  const { t } = useTranslation('capabilities');
  return (
    <p className="state-detail" data-capability={capability}>
      {t('needed', { capability: t(capability.replace(':', '.')) })}
    </p>
  );
}
