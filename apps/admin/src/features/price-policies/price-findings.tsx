import type { PriceFinding, PricePolicy } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { usePriceFindings } from './prices.api.ts';

interface PriceFindingsProps {
  readonly storeId: string;
  readonly date: string;
  readonly rooms: readonly { readonly id: string; readonly name: string }[];
  readonly policies: readonly PricePolicy[];
  readonly onPolicy?: (policyId: string) => void;
}

/** The faults of the saved prices in words: hours without a price, ties, policies that never apply (NX-8). */
export function PriceFindings({ storeId, date, rooms, policies, onPolicy }: PriceFindingsProps) {
  const { t } = useTranslation(['prices', 'stores']);
  const findings = usePriceFindings(useProduct(), storeId, date);
  if (findings.data === undefined)
    return findings.isError ? <ErrorState error={findings.error} onRetry={() => void findings.refetch()} /> : null;
  if (findings.data.items.length === 0) {
    return (
      <Box role="status" sx={{ display: 'flex', gap: 1, typography: 'body2', color: 'text.secondary' }}>
        <Box component="span" sx={{ color: 'success.main', display: 'inline-flex' }}>
          <Icon name="check" size={18} />
        </Box>
        {t('lint.none')}
      </Box>
    );
  }
  return (
    <Box
      component="section"
      aria-labelledby="price-findings"
      data-testid="price-findings"
      sx={{ border: 1, borderColor: 'warning.main', borderRadius: 1.5, p: 2, display: 'grid', gap: 1 }}
    >
      <Box
        component="h2"
        id="price-findings"
        sx={{ typography: 'subtitle1', m: 0, display: 'flex', gap: 1, alignItems: 'center' }}
      >
        <Box component="span" sx={{ color: 'warning.main', display: 'inline-flex' }}>
          <Icon name="warning" size={18} />
        </Box>
        {t('lint.title', { count: findings.data.items.length })}
      </Box>
      <Box component="ul" sx={{ display: 'grid', gap: 0.75, maxHeight: 320, overflowY: 'auto' }}>
        {findings.data.items.map((finding) => (
          <Finding
            key={JSON.stringify(finding)}
            finding={finding}
            rooms={rooms}
            policies={policies}
            {...(onPolicy !== undefined && { onPolicy })}
          />
        ))}
      </Box>
    </Box>
  );
}

function Finding({
  finding,
  rooms,
  policies,
  onPolicy,
}: { readonly finding: PriceFinding } & Pick<PriceFindingsProps, 'rooms' | 'policies' | 'onPolicy'>) {
  const { t } = useTranslation(['prices', 'stores']);
  const nameOf = (id: string) => policies.find((policy) => policy.id === id)?.name ?? '';
  const days = finding.weekdays.map((weekday) => t(`stores:weekdayShort.${String(weekday)}`)).join('·');
  const time = finding.fromTime === finding.toTime ? t('allDay') : `${finding.fromTime}–${finding.toTime}`;
  const inRooms =
    finding.roomIds.length === 0 || finding.roomIds.length === rooms.length
      ? t('lint.everyRoom')
      : finding.roomIds
          .map((id) => rooms.find((room) => room.id === id)?.name ?? '')
          .filter((name) => name !== '')
          .join(', ');
  return (
    <Box component="li" data-testid="price-finding" data-kind={finding.kind} sx={{ typography: 'body2' }}>
      {finding.kind === 'GAP' && t('lint.GAP', { days, time, rooms: inRooms })}
      {finding.kind === 'OVERLAP' &&
        t('lint.OVERLAP', {
          days,
          time,
          rooms: inRooms,
          policies: finding.policyIds.map((id) => `«${nameOf(id)}»`).join(', '),
        })}
      {finding.kind === 'NEVER_APPLIES' &&
        t('lint.NEVER_APPLIES', { policy: finding.policyIds.map(nameOf).join(', ') })}
      {onPolicy !== undefined &&
        finding.policyIds.map((id) => (
          <Button key={id} size="small" onClick={() => onPolicy(id)} sx={{ minHeight: 24, py: 0, ml: 0.5 }}>
            {t('lint.show', { policy: nameOf(id) })}
          </Button>
        ))}
    </Box>
  );
}
