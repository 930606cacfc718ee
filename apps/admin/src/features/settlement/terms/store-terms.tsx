import type { DatedTerms } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useProduct } from '../../../session/auth.tsx';
import { SelectInput } from '../../../ui/form/fields.tsx';
import { BORDERED } from '../../../ui/form/layouts.ts';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { TermsInForce } from './terms-in-force.tsx';
import { useProposedTerms, useSetTerms, useTerms } from '../settlement.api.ts';
import {
  toTermsBody,
  isDayCountBad,
  hasOtherTerms,
  isRateBad,
  proposedDraft,
  type TermsBody,
  type TermsDraft,
} from './terms-draft.ts';
import { TermsFields } from './terms-fields.tsx';
import { useSettlementWords } from '../settlement-words.ts';

interface StoreTermsProps {
  readonly storeId: string | null;
  readonly stores: readonly { readonly id: string; readonly name: string }[];
  readonly canChange: boolean;
  readonly onDone: () => void;
}

/** The terms of a store by their dates, and the form for new ones for people who can set them. */
export function StoreTerms({ storeId, stores, canChange, onDone }: StoreTermsProps) {
  const { t } = useTranslation('settlement');
  const form = useTermsForm(storeId ?? stores[0]?.id ?? '', canChange);
  const { proposedTerms } = form;
  return (
    <form onSubmit={form.submit} noValidate>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        {stores.length > 1 && (
          <SelectInput
            label={t('head.store')}
            value={form.storeId}
            onChange={form.chooseStore}
            options={stores.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <TermsInForce storeId={form.storeId} />
        <TermsTable terms={form.knownTerms} />
        {proposedTerms !== null && (
          <ProposedTerms terms={proposedTerms} isPending={form.isPending} onAccept={() => form.save(proposedTerms)} />
        )}
        {canChange && <TermsFields draft={form.draft} onChange={form.change} />}
        <ProblemAlert error={form.error} />
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onDone}>
          {t('dismiss')}
        </Button>
        {canChange && (
          <Button type="submit" variant="contained" disabled={form.isBad} aria-disabled={form.isPending}>
            {form.isPending ? t('saving') : t('terms.now')}
          </Button>
        )}
      </DialogActions>
    </form>
  );
}

function useTermsForm(firstStoreId: string, canChange: boolean) {
  const { t } = useTranslation('settlement');
  const product = useProduct();
  const { data } = useTerms(product);
  const mutation = useSetTerms(product);
  const [storeId, setStoreId] = useState(firstStoreId);
  const [now] = useState(() => new Date());
  const [typed, setTyped] = useState<Partial<TermsDraft>>({});
  const proposal = useProposedTerms(product, canChange ? storeId : null).data;
  const storeTerms = (data ?? []).filter((terms) => terms.storeId === storeId);
  const proposed = proposedDraft(proposal, storeTerms[0], now);
  const draft: TermsDraft = { ...proposed, ...typed };
  const isProposed = canChange && proposal !== undefined && hasOtherTerms(proposed, storeTerms[0]);
  const isBad = isRateBad(draft) || isDayCountBad(draft) || draft.validFrom === '' || storeId === '';

  function save(terms: TermsBody): void {
    if (mutation.isPending) return;
    mutation.mutate(() => call('POST /api/v2/{product}/settlement/terms', { params: { product }, body: terms }), {
      onSuccess: () => {
        setTyped({});
        toast.success(t('terms.done'));
      },
    });
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isBad) save(toTermsBody(storeId, draft));
  }

  return {
    storeId,
    chooseStore: setStoreId,
    knownTerms: storeTerms,
    /** `null` without a proposal that differs from the latest terms. */
    proposedTerms: isProposed ? toTermsBody(storeId, proposed) : null,
    draft,
    change: (patch: Partial<TermsDraft>) => setTyped({ ...typed, ...patch }),
    isBad,
    isPending: mutation.isPending,
    error: mutation.error,
    save,
    submit,
  };
}

function TermsTable({ terms }: { readonly terms: readonly DatedTerms[] }) {
  const { t } = useTranslation('settlement');
  const lineOf = useTermsLine();
  if (terms.length === 0) return <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('terms.none')}</Box>;
  return (
    <Box sx={{ typography: 'body2' }}>
      <Box component="h3" sx={{ typography: 'subtitle2', m: 0 }}>
        {t('applied.history')}
      </Box>
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {terms.map((term) => (
          <li key={term.validFrom} data-testid="terms">
            {lineOf(term)}
          </li>
        ))}
      </Box>
    </Box>
  );
}

interface ProposedTermsProps {
  readonly terms: TermsBody;
  readonly isPending: boolean;
  readonly onAccept: () => void;
}

function ProposedTerms({ terms, isPending, onAccept }: ProposedTermsProps) {
  const { t } = useTranslation('settlement');
  const lineOf = useTermsLine();
  return (
    <Box
      data-testid="proposed-terms"
      sx={{
        p: 1.5,
        display: 'grid',
        gap: 1,
        justifyItems: 'start',
        ...BORDERED,
        typography: 'body2',
      }}
    >
      <strong>{t('terms.proposal')}</strong>
      <span>{lineOf(terms)}</span>
      <Button variant="outlined" color="inherit" aria-disabled={isPending} onClick={onAccept}>
        {t('terms.acceptProposal')}
      </Button>
    </Box>
  );
}

/** Terms in one sentence. */
function useTermsLine(): (terms: TermsBody) => string {
  const { t } = useTranslation('settlement');
  const words = useSettlementWords();
  return (terms) => {
    const line = t('terms.line', {
      from: words.day(terms.validFrom),
      rate: terms.royaltyRate / 100,
      base: t(`base.${terms.royaltyBase}`),
      vat: t(`vat.${terms.royaltyVat}`),
      cycle: t(`cycle.${terms.cycle}`),
      count: terms.payAfterBankDays,
      days: terms.payAfterBankDays,
    });
    return terms.payee === 'PERSON' ? t('terms.linePerson', { line }) : line;
  };
}
