import type { DatedTerms } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { zonedDate } from '@munjigi/rules';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { problemText } from '../../api/problem-text.ts';
import { useProduct } from '../../app/auth.tsx';
import { DateField } from '../../ui/form/date-field.tsx';
import { NumberInput, SelectInput } from '../../ui/form/fields.tsx';
import { percentNumber, wholeNumber } from '../../ui/form/numbers.ts';
import { toast } from '../../ui/toast.ts';
import { useProposedTerms, useSetTerms, useTerms } from './settlement.api.ts';
import { useSettlementWords } from './words.ts';

const BASES = [
  'GROSS_PAID',
  'NET_OF_REFUND',
  'NET_OF_REFUND_EX_VAT',
  'NET_OF_REFUND_AND_PG_FEE',
] as const satisfies readonly DatedTerms['royaltyBase'][];
const CYCLES = ['WEEKLY', 'HALF_MONTHLY', 'MONTHLY'] as const satisfies readonly DatedTerms['cycle'][];
const VATS = ['EXCLUSIVE', 'INCLUSIVE'] as const satisfies readonly DatedTerms['royaltyVat'][];
const PAYEES = ['BUSINESS', 'PERSON'] as const satisfies readonly DatedTerms['payee'][];
const MOST_DAYS = 60;

interface Draft {
  readonly validFrom: string;
  readonly rate: string;
  readonly base: DatedTerms['royaltyBase'];
  readonly vat: DatedTerms['royaltyVat'];
  readonly cycle: DatedTerms['cycle'];
  readonly days: string;
  readonly payee: DatedTerms['payee'];
}
const USUAL: Omit<Draft, 'validFrom'> = {
  rate: '5',
  base: 'NET_OF_REFUND',
  vat: 'EXCLUSIVE',
  cycle: 'MONTHLY',
  days: '5',
  payee: 'BUSINESS',
};

type TermsBody = Omit<DatedTerms, 'createdAt' | 'createdBy'>;

interface StoreTermsProps {
  readonly storeId: string | null;
  readonly stores: readonly { readonly id: string; readonly name: string }[];
  readonly mayChange: boolean;
  readonly onDone: () => void;
}

/** The terms of a store by their dates, and the form for new ones for people who can set them. */
export function StoreTerms({ storeId, stores, mayChange, onDone }: StoreTermsProps) {
  const { t } = useTranslation('settlement');
  const words = useSettlementWords();
  const product = useProduct();
  const { data } = useTerms(product);
  const change = useSetTerms(product);
  const [chosen, setChosen] = useState(storeId ?? stores[0]?.id ?? '');
  const [now] = useState(() => new Date());
  const [typed, setTyped] = useState<Partial<Draft>>({});
  const proposal = useProposedTerms(product, mayChange ? chosen : null).data;
  const known = (data ?? []).filter((it) => it.storeId === chosen);
  const proposed = proposedDraft(proposal, known[0], now);
  const draft: Draft = { ...proposed, ...typed };
  const type = (patch: Partial<Draft>) => setTyped({ ...typed, ...patch });
  const [percent, days] = [percentNumber(draft.rate), wholeNumber(draft.days, 0, MOST_DAYS)];
  const isBad = percent === null || days === null || draft.validFrom === '' || chosen === '';

  function lineOf(it: TermsBody): string {
    const line = t('terms.line', {
      from: words.day(it.validFrom),
      rate: it.royaltyRate / 100,
      base: t(`base.${it.royaltyBase}`),
      vat: t(`vat.${it.royaltyVat}`),
      cycle: t(`cycle.${it.cycle}`),
      days: it.payAfterBankDays,
    });
    return it.payee === 'PERSON' ? t('terms.linePerson', { line }) : line;
  }

  function save(terms: TermsBody): void {
    if (change.isPending) return;
    change.mutate(() => call('POST /api/v2/{product}/settlement/terms', { params: { product }, body: terms }), {
      onSuccess: () => {
        setTyped({});
        toast.success(t('terms.done'));
      },
    });
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isBad) save(bodyOf(chosen, draft));
  }

  return (
    <form onSubmit={submit} noValidate>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        {stores.length > 1 && (
          <SelectInput
            label={t('head.store')}
            value={chosen}
            onChange={setChosen}
            options={stores.map((it) => ({ value: it.id, label: it.name }))}
          />
        )}
        {known.length === 0 ? (
          <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('terms.none')}</Box>
        ) : (
          <Box component="ul" sx={{ m: 0, pl: 2.5, typography: 'body2' }}>
            {known.map((it) => (
              <li key={it.validFrom} data-testid="terms">
                {lineOf(it)}
              </li>
            ))}
          </Box>
        )}
        {mayChange && proposal !== undefined && isOther(proposed, known[0]) && (
          <Box
            data-testid="proposed-terms"
            sx={{
              p: 1.5,
              display: 'grid',
              gap: 1,
              justifyItems: 'start',
              border: 1,
              borderColor: 'divider',
              borderRadius: 1,
              typography: 'body2',
            }}
          >
            <strong>{t('terms.proposal')}</strong>
            <span>{lineOf(bodyOf(chosen, proposed))}</span>
            <Button
              variant="outlined"
              color="inherit"
              aria-disabled={change.isPending}
              onClick={() => save(bodyOf(chosen, proposed))}
            >
              {t('terms.acceptProposal')}
            </Button>
          </Box>
        )}
        {mayChange && (
          <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
            <DateField
              label={t('terms.validFrom')}
              value={draft.validFrom}
              onChange={(validFrom) => type({ validFrom })}
            />
            <NumberInput
              isDecimal
              label={t('terms.rate')}
              unit="%"
              value={draft.rate}
              error={percent === null ? t('terms.badRate') : undefined}
              onChange={(rate) => type({ rate })}
            />
            <SelectInput
              label={t('terms.base')}
              value={draft.base}
              options={BASES.map((value) => ({ value, label: t(`base.${value}`) }))}
              onChange={(value) => type({ base: BASES.find((it) => it === value) ?? draft.base })}
            />
            <SelectInput
              label={t('terms.vat')}
              value={draft.vat}
              options={VATS.map((value) => ({ value, label: t(`vat.${value}`) }))}
              onChange={(value) => type({ vat: VATS.find((it) => it === value) ?? draft.vat })}
            />
            <SelectInput
              label={t('terms.cycle')}
              value={draft.cycle}
              options={CYCLES.map((value) => ({ value, label: t(`cycle.${value}`) }))}
              onChange={(value) => type({ cycle: CYCLES.find((it) => it === value) ?? draft.cycle })}
            />
            <NumberInput
              label={t('terms.days')}
              unit={t('terms.bankDays')}
              value={draft.days}
              error={days === null ? t('terms.badDays') : undefined}
              onChange={(next) => type({ days: next })}
            />
            <Box sx={{ gridColumn: '1 / -1' }}>
              <SelectInput
                label={t('terms.payee')}
                hint={t('terms.payeeHint')}
                value={draft.payee}
                options={PAYEES.map((value) => ({ value, label: t(`payee.${value}`) }))}
                onChange={(value) => type({ payee: PAYEES.find((it) => it === value) ?? draft.payee })}
              />
            </Box>
          </Box>
        )}
        {change.error !== null && (
          <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>
            {problemText(t, change.error)}
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onDone}>
          {t('dismiss')}
        </Button>
        {mayChange && (
          <Button type="submit" variant="contained" disabled={isBad} aria-disabled={change.isPending}>
            {change.isPending ? t('saving') : t('terms.now')}
          </Button>
        )}
      </DialogActions>
    </form>
  );
}

/** The terms that the store's settings propose, from the first of this month on; the rest equals the latest terms. */
function proposedDraft(
  proposal: ReturnType<typeof useProposedTerms>['data'],
  latest: DatedTerms | undefined,
  now: Date,
): Draft {
  return {
    ...USUAL,
    ...(latest !== undefined && { base: latest.royaltyBase, vat: latest.royaltyVat, payee: latest.payee }),
    ...(proposal !== undefined && { rate: proposal.rate, cycle: proposal.cycle, days: proposal.days }),
    validFrom: proposal === undefined ? '' : `${zonedDate(proposal.timeZone, now).slice(0, -2)}01`,
  };
}

function isOther(proposed: Draft, latest: DatedTerms | undefined): boolean {
  if (latest === undefined) return true;
  return (
    Math.round(Number(proposed.rate) * 100) !== latest.royaltyRate ||
    proposed.cycle !== latest.cycle ||
    Number(proposed.days) !== latest.payAfterBankDays
  );
}

function bodyOf(storeId: string, { validFrom, rate, base, vat, cycle, days, payee }: Draft): TermsBody {
  return {
    storeId,
    validFrom,
    royaltyRate: Math.round(Number(rate) * 100),
    royaltyBase: base,
    royaltyVat: vat,
    cycle,
    payAfterBankDays: Number(days),
    payee,
  };
}
