import Alert from '@mui/material/Alert';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { useAgePreview, type PreviewedStay } from './age-checks.api.ts';

interface AgeCheckNoticeProps {
  /** The stay as it would become. `null`: nothing to say yet. */
  readonly stay: PreviewedStay | null;
}

/** Before a person books, moves or extends: that the guest gets no code before a check (AG-13). Nothing for other stays. */
export function AgeCheckNotice({ stay }: AgeCheckNoticeProps) {
  const { data } = useAgePreview(useProduct(), stay);
  if (stay === null || data?.isCheckNeeded !== true) return null;
  return (
    <Suspense fallback={null}>
      <Notice isNew={stay.reservationId === undefined} />
    </Suspense>
  );
}

function Notice({ isNew }: { readonly isNew: boolean }) {
  const { t } = useTranslation('age-checks');
  return (
    <Alert severity="warning" data-testid="age-notice">
      {t(isNew ? 'notice.new' : 'notice.changed')}
    </Alert>
  );
}
