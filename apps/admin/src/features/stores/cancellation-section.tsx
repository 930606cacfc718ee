import type { Store } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useTranslation } from 'react-i18next';
import { NumberInput } from '../../ui/form/fields.tsx';
import {
  draftOfTiers,
  growsLater,
  sortedTiers,
  tierFaults,
  tiersOf,
  withNewTier,
  type TierDraft,
} from './cancellation-tiers.ts';
import { StoreGlyph } from './icons.tsx';
import { SettingsSection } from './settings-section.tsx';

const MOST_TIERS = 10;

interface Draft {
  readonly cancellationTiers: readonly TierDraft[];
}

/** The refund for a cancellation so many hours before the start, and the same as a sentence. */
export function CancellationSection({ store }: { readonly store: Store }) {
  const { t } = useTranslation(['stores', 'form']);
  const sentence = (tiers: readonly TierDraft[]) => {
    const parts = tiersOf(tiers).map((tier) =>
      t(tier.hoursBefore === 0 ? 'cancellation.partStart' : 'cancellation.part', { ...tier }),
    );
    return parts.length === 0 ? t('cancellation.nothing') : t('cancellation.sentence', { parts: parts.join(', ') });
  };
  return (
    <SettingsSection<Draft>
      store={store}
      text={t('cancellation.text')}
      draftOf={({ cancellationTiers }) => ({ cancellationTiers: draftOfTiers(cancellationTiers) })}
      bodyOf={({ cancellationTiers }) => ({ cancellationTiers: tiersOf(cancellationTiers) })}
      check={({ cancellationTiers }) =>
        Object.fromEntries(
          [...tierFaults(cancellationTiers)].map(([key, fault]) => [
            `cancellationTiers.key${String(key)}`,
            t(`cancellation.fault.${fault}`),
          ]),
        )
      }
      describe={({ cancellationTiers }) => [[t('tab.cancellation'), sentence(cancellationTiers)]]}
    >
      {(form, isReadOnly) => {
        const tiers = form.draft.cancellationTiers;
        const change = (next: readonly TierDraft[]) => form.change({ cancellationTiers: next });
        const sorted = sortedTiers(tiers);
        const faults = tierFaults(tiers);
        return (
          <>
            <Box component="ul" sx={{ display: 'grid', gap: 2, maxWidth: 560 }}>
              {tiers.map((tier) => {
                const error =
                  form.errorAt(`cancellationTiers.key${String(tier.key)}`) ??
                  form.errorAt(`cancellationTiers.${String(sorted.indexOf(tier))}`);
                const isOfPercent = faults.get(tier.key) === 'percent';
                const edit = (patch: Partial<TierDraft>) =>
                  change(tiers.map((it) => (it.key === tier.key ? { ...it, ...patch } : it)));
                return (
                  // Sorted on blur, not while a number is typed.
                  <Box
                    component="li"
                    key={tier.key}
                    data-testid="cancellation-tier"
                    onBlur={() => change(sortedTiers(tiers))}
                    sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr auto', gap: 1, alignItems: 'start' }}
                  >
                    <NumberInput
                      label={t('cancellation.hoursBefore')}
                      unit={t('cancellation.hoursUnit')}
                      value={tier.hoursBefore}
                      isReadOnly={isReadOnly}
                      error={isOfPercent ? undefined : error}
                      onChange={(hoursBefore) => edit({ hoursBefore })}
                    />
                    <NumberInput
                      label={t('cancellation.refundPercent')}
                      unit="%"
                      value={tier.refundPercent}
                      isReadOnly={isReadOnly}
                      error={isOfPercent ? error : undefined}
                      onChange={(refundPercent) => edit({ refundPercent })}
                    />
                    {!isReadOnly && (
                      <IconButton
                        aria-label={t('cancellation.remove', { hours: tier.hoursBefore })}
                        onClick={() => change(tiers.filter((it) => it.key !== tier.key))}
                      >
                        <StoreGlyph name="remove" />
                      </IconButton>
                    )}
                  </Box>
                );
              })}
            </Box>
            {!isReadOnly && (
              <Button
                variant="outlined"
                color="inherit"
                startIcon={<StoreGlyph name="add" />}
                disabled={tiers.length >= MOST_TIERS}
                sx={{ justifySelf: 'start' }}
                onClick={() => change(sortedTiers(withNewTier(tiers)))}
              >
                {t('cancellation.add')}
              </Button>
            )}
            <Box
              data-testid="cancellation-sentence"
              sx={{ p: 2, borderRadius: 1.5, bgcolor: 'action.hover', typography: 'body2' }}
            >
              {faults.size > 0 ? t('cancellation.unfinished') : sentence(tiers)}
            </Box>
            {faults.size === 0 && growsLater(tiers) && (
              <Box sx={{ display: 'flex', gap: 1, typography: 'body2' }}>
                <Box component="span" sx={{ color: 'warning.main', display: 'inline-flex' }}>
                  <StoreGlyph name="alert" />
                </Box>
                {t('cancellation.growsLater')}
              </Box>
            )}
          </>
        );
      }}
    </SettingsSection>
  );
}
