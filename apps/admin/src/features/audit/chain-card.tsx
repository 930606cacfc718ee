import type { AuditVerification } from '@munjigi/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../api/problem-text.ts';
import { useCan, useProduct } from '../../session/auth.tsx';
import { CopyField } from '../../ui/form/copy-field.tsx';
import { useFormat } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { LabelledCard } from '../../ui/section-head.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useVerification, useVerify } from './audit.api.ts';

/** The result and time of the last verification of the chain, and what a verification cannot show. */
export function ChainCard() {
  const { t } = useTranslation('audit');
  const can = useCan();
  const product = useProduct();
  const { data, error } = useVerification(product);
  const verify = useVerify(product);
  const [isMoreShown, setMoreShown] = useState(false);
  if (data === undefined)
    return error === null ? (
      <Skeleton variant="rounded" height={72} />
    ) : (
      <Alert severity="warning">{problemText(t, error)}</Alert>
    );
  const { last, isUnderWay } = data;
  return (
    <LabelledCard label={t('chain.title')} testId="chain" sx={{ p: 1.5, display: 'grid', gap: 1, typography: 'body2' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Box role="status" sx={{ flex: '1 1 260px', minWidth: 0 }}>
          {last === null ? t('chain.never') : last.fault === null ? <Whole last={last} /> : null}
          {isUnderWay && <Box sx={{ color: 'text.secondary' }}>{t('chain.underWay')}</Box>}
        </Box>
        {can('audit:write') && (
          <Button
            color="inherit"
            variant="outlined"
            aria-disabled={isUnderWay || verify.isPending}
            onClick={() =>
              !isUnderWay &&
              !verify.isPending &&
              verify.mutate(undefined, { onError: (problem) => toast.error(problemText(t, problem)) })
            }
          >
            {t('chain.now')}
          </Button>
        )}
      </Box>
      {last !== null && last.fault !== null && <Broken last={last} />}
      {last !== null && last.fault === null && last.seq > 0 && (
        <Limits last={last} isShown={isMoreShown} onToggle={setMoreShown} />
      )}
    </LabelledCard>
  );
}

interface LimitsProps {
  readonly last: AuditVerification;
  readonly isShown: boolean;
  readonly onToggle: (isShown: boolean) => void;
}

/** The limits of a verification, and the anchor with which a later one can be compared. */
function Limits({ last, isShown, onToggle }: LimitsProps) {
  const { t } = useTranslation('audit');
  const product = useProduct();
  return (
    <Box
      component="details"
      onToggle={(event) => onToggle(event.currentTarget.open)}
      sx={{ '& summary': { cursor: 'pointer', minHeight: 28, color: 'text.secondary' } }}
    >
      <summary>{t('chain.more')}</summary>
      {/* Collapsed content is not rendered, because a colour transition in it would never end. */}
      {isShown && (
        <Box sx={{ display: 'grid', gap: 1.5, pt: 1, maxWidth: '80ch' }}>
          <Box>{t('chain.limits')}</Box>
          <CopyField label={t('chain.anchor')} value={`--expect ${product}:${String(last.seq)}:${last.hash}`} />
        </Box>
      )}
    </Box>
  );
}

function Whole({ last }: { readonly last: AuditVerification }) {
  const { t } = useTranslation('audit');
  const format = useFormat();
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
      <Box component="span" sx={{ color: 'success.main', display: 'inline-flex' }}>
        <Icon name="check" />
      </Box>
      <span>
        {t(last.seq === 0 ? 'chain.empty' : 'chain.whole', {
          when: format.dateTime(last.finishedAt),
          count: format.number(last.seq),
        })}
      </span>
    </Box>
  );
}

function Broken({ last: { fault, finishedAt } }: { readonly last: AuditVerification }) {
  const { t } = useTranslation('audit');
  const format = useFormat();
  if (fault === null) return null;
  return (
    <Alert severity="error" data-testid="chain-broken">
      {t(`chain.fault.${fault.what}`, { seq: format.number(fault.seq), when: format.dateTime(finishedAt) })}{' '}
      {t('chain.whatNow')}
    </Alert>
  );
}
