import type { Store } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { NumberInput } from '../../ui/form/fields.tsx';
import {
  toTierDrafts,
  growsLater,
  sortTiers,
  findTierFaults,
  toCancellationTiers,
  withNewTier,
  type TierDraft,
} from './cancellation-tiers.ts';
import { Icon } from '../../ui/icon.tsx';
import { StoreIcon } from './store-icon.tsx';
import { SettingsSection, type SettingsFieldsProps } from './settings-section.tsx';

const MOST_TIERS = 10;

interface Draft {
  readonly cancellationTiers: readonly TierDraft[];
}

/** The refund for a cancellation so many hours before the start, and the same as a sentence. */
export function CancellationSection({ store }: { readonly store: Store }) {
  const { t } = useTranslation(['stores', 'form']);
  return (
    <SettingsSection<Draft>
      store={store}
      text={t('cancellation.text')}
      draftOf={({ cancellationTiers }) => ({ cancellationTiers: toTierDrafts(cancellationTiers) })}
      bodyOf={({ cancellationTiers }) => ({ cancellationTiers: toCancellationTiers(cancellationTiers) })}
      check={({ cancellationTiers }) =>
        Object.fromEntries(
          [...findTierFaults(cancellationTiers)].map(([key, fault]) => [
            `cancellationTiers.key${String(key)}`,
            t(`cancellation.fault.${fault}`),
          ]),
        )
      }
      describe={({ cancellationTiers }) => [[t('tab.cancellation'), sentenceOf(cancellationTiers, t)]]}
    >
      {(form, isReadOnly) => <CancellationFields form={form} isReadOnly={isReadOnly} />}
    </SettingsSection>
  );
}

/** The tiers as one sentence. */
function sentenceOf(tiers: readonly TierDraft[], t: TFunction): string {
  const parts = toCancellationTiers(tiers).map((tier) =>
    t(tier.hoursBefore === 0 ? 'cancellation.partStart' : 'cancellation.part', { ...tier }),
  );
  return parts.length === 0 ? t('cancellation.nothing') : t('cancellation.sentence', { parts: parts.join(', ') });
}

function CancellationFields({ form, isReadOnly }: SettingsFieldsProps<Draft>) {
  const { t } = useTranslation('stores');
  const tiers = form.draft.cancellationTiers;
  const hasFaults = findTierFaults(tiers).size > 0;
  return (
    <>
      <TierList form={form} isReadOnly={isReadOnly} />
      {!isReadOnly && (
        <Button
          variant="outlined"
          color="inherit"
          startIcon={<StoreIcon name="add" />}
          disabled={tiers.length >= MOST_TIERS}
          sx={{ justifySelf: 'start' }}
          onClick={() => form.change({ cancellationTiers: sortTiers(withNewTier(tiers)) })}
        >
          {t('cancellation.add')}
        </Button>
      )}
      <Box
        data-testid="cancellation-sentence"
        sx={{ p: 2, borderRadius: 1.5, bgcolor: 'action.hover', typography: 'body2' }}
      >
        {hasFaults ? t('cancellation.unfinished') : sentenceOf(tiers, t)}
      </Box>
      {!hasFaults && growsLater(tiers) && (
        <Box sx={{ display: 'flex', gap: 1, typography: 'body2' }}>
          <Box component="span" sx={{ color: 'warning.main', display: 'inline-flex' }}>
            <Icon name="warning" size={18} />
          </Box>
          {t('cancellation.growsLater')}
        </Box>
      )}
    </>
  );
}

function TierList({ form, isReadOnly }: SettingsFieldsProps<Draft>) {
  const tiers = form.draft.cancellationTiers;
  const change = (next: readonly TierDraft[]) => form.change({ cancellationTiers: next });
  const sorted = sortTiers(tiers);
  const faults = findTierFaults(tiers);
  return (
    <Box component="ul" sx={{ display: 'grid', gap: 2, maxWidth: 560 }}>
      {tiers.map((tier) => (
        <TierRow
          key={tier.key}
          tier={tier}
          error={
            form.errorAt(`cancellationTiers.key${String(tier.key)}`) ??
            form.errorAt(`cancellationTiers.${String(sorted.indexOf(tier))}`)
          }
          isPercentWrong={faults.get(tier.key) === 'percent'}
          isReadOnly={isReadOnly}
          onChange={(patch) => change(tiers.map((other) => (other.key === tier.key ? { ...other, ...patch } : other)))}
          onBlur={() => change(sortTiers(tiers))}
          onRemove={() => change(tiers.filter((other) => other.key !== tier.key))}
        />
      ))}
    </Box>
  );
}

interface TierRowProps {
  readonly tier: TierDraft;
  readonly error: string | undefined;
  /** The error is that of the percentage, not that of the hours. */
  readonly isPercentWrong: boolean;
  readonly isReadOnly: boolean;
  readonly onChange: (patch: Partial<TierDraft>) => void;
  /** The tiers are sorted then, not while a number is typed. */
  readonly onBlur: () => void;
  readonly onRemove: () => void;
}

function TierRow({ tier, error, isPercentWrong, isReadOnly, onChange, onBlur, onRemove }: TierRowProps) {
  const { t } = useTranslation('stores');
  return (
    <Box
      component="li"
      data-testid="cancellation-tier"
      onBlur={onBlur}
      sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr auto', gap: 1, alignItems: 'start' }}
    >
      <NumberInput
        label={t('cancellation.hoursBefore')}
        unit={t('cancellation.hoursUnit')}
        value={tier.hoursBefore}
        isReadOnly={isReadOnly}
        error={isPercentWrong ? undefined : error}
        onChange={(hoursBefore) => onChange({ hoursBefore })}
      />
      <NumberInput
        label={t('cancellation.refundPercent')}
        unit="%"
        value={tier.refundPercent}
        isReadOnly={isReadOnly}
        error={isPercentWrong ? error : undefined}
        onChange={(refundPercent) => onChange({ refundPercent })}
      />
      {!isReadOnly && (
        <IconButton aria-label={t('cancellation.remove', { hours: tier.hoursBefore })} onClick={onRemove}>
          <Icon name="close" size={18} />
        </IconButton>
      )}
    </Box>
  );
}
