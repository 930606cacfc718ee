import type { Payout, PayoutLine, PayoutLineState } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { useStoreChoice } from '../../session/store-choice.ts';
import { FileExport } from '../../ui/form/file-export.tsx';
import { SelectInput } from '../../ui/form/fields.tsx';
import { LINED_LIST } from '../../ui/form/layouts.ts';
import { Pager } from '../../ui/form/pager/pager.tsx';
import { useFormat } from '../../ui/format.ts';
import { ListResults, ListSkeleton } from '../../ui/list/list-states.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import {
  LINE_STATES,
  PAYOUT_PAGE_SIZE,
  usePayoutExport,
  usePayoutLines,
  usePayouts,
  type Grouping,
} from './payouts.api.ts';

const GROUPINGS = ['DAY', 'MONTH'] as const satisfies readonly Grouping[];
const ROW = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '120px minmax(0, 1fr) 170px 170px 180px' },
  gap: { xs: 0.25, md: 1 },
  px: 2,
  py: 1.25,
  typography: 'body2',
  fontVariantNumeric: 'tabular-nums',
} as const;

/** What providers paid out to each merchant, compared with the ledger and the bank (MC-11 to MC-15). */
export function PayoutsSection() {
  const { t, i18n } = useTranslation('provider-webhooks');
  const file = usePayoutExport(useProduct(), i18n.resolvedLanguage === 'en' ? 'en' : 'kr');
  return (
    <Box component="section" aria-label={t('payouts.title')} sx={{ display: 'grid', gap: 1.5 }}>
      <SectionHead title={t('payouts.title')} text={t('payouts.text')}>
        <FileExport file={file} />
      </SectionHead>
      <PayoutList />
      <LineList />
    </Box>
  );
}

/** The store whose merchant it is, or the chain. */
function useMerchantName() {
  const { t } = useTranslation('provider-webhooks');
  const { stores } = useStoreChoice();
  return ({ provider, merchantStoreId }: Pick<Payout, 'provider' | 'merchantStoreId'>) =>
    `${t(`provider.${provider}`)} · ${stores.find(({ id }) => id === merchantStoreId)?.name ?? t('merchants.ofChain')}`;
}

function PayoutList() {
  const { t } = useTranslation('provider-webhooks');
  const [by, setBy] = useState<Grouping>('DAY');
  const [page, setPage] = useState(0);
  const list = usePayouts(useProduct(), by, page);
  return (
    <>
      <Box sx={{ maxWidth: 200, mt: 1 }}>
        <SelectInput
          label={t('payouts.by')}
          value={by}
          options={GROUPINGS.map((value) => ({ value, label: t(`payouts.grouping.${value}`) }))}
          onChange={(value) => {
            setBy(GROUPINGS.find((one) => one === value) ?? by);
            setPage(0);
          }}
        />
      </Box>
      <ListResults query={list} skeleton={<ListSkeleton rows={2} height={48} />}>
        {({ items, total, isTotalExact }) =>
          items.length === 0 ? (
            <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('payouts.none')}</Box>
          ) : (
            <Card variant="outlined" aria-busy={list.isPlaceholderData}>
              <Box component="ul" aria-label={t('payouts.title')} sx={LINED_LIST}>
                {items.map((payout) => (
                  <PayoutRow
                    key={`${payout.provider} ${payout.merchantId} ${payout.paidOutOn}`}
                    payout={payout}
                    isMonth={by === 'MONTH'}
                  />
                ))}
              </Box>
              <Pager page={page} size={PAYOUT_PAGE_SIZE} total={total} isTotalExact={isTotalExact} onPage={setPage} />
            </Card>
          )
        }
      </ListResults>
    </>
  );
}

function PayoutRow({ payout, isMonth }: { readonly payout: Payout; readonly isMonth: boolean }) {
  const { t } = useTranslation('provider-webhooks');
  const format = useFormat();
  const nameOf = useMerchantName();
  const { differences, bank } = payout;
  return (
    <Box component="li" data-testid="payout" sx={ROW}>
      <Box>{isMonth ? format.month(payout.paidOutOn) : format.day(payout.paidOutOn)}</Box>
      <Box sx={{ overflowWrap: 'anywhere' }}>
        {nameOf(payout)}
        <Box
          component="span"
          sx={{ color: 'text.secondary' }}
        >{` · ${t('payouts.count', { count: payout.count })}`}</Box>
      </Box>
      <Box sx={{ color: 'text.secondary', textAlign: { md: 'end' } }}>
        {t('payouts.fee', { amount: format.money(payout.feeAmount) })}
      </Box>
      <Box sx={{ fontWeight: 600, textAlign: { md: 'end' } }}>{format.money(payout.payoutAmount)}</Box>
      <Box sx={{ textAlign: { md: 'end' }, color: differences > 0 ? 'warning.main' : 'text.secondary' }}>
        {differences > 0 ? t('payouts.differences', { count: differences }) : t('payouts.matched')}
        {bank !== null && ` · ${t(`payouts.bank.${bank}`)}`}
      </Box>
    </Box>
  );
}

/** The lines in one state: by default those whose fee differs, then unknown and missing ones by choice. */
function LineList() {
  const { t } = useTranslation('provider-webhooks');
  const [state, setState] = useState<PayoutLineState>('FEE_DIFFERS');
  const [page, setPage] = useState(0);
  const list = usePayoutLines(useProduct(), state, page);
  return (
    <>
      <Box sx={{ maxWidth: 200, mt: 1 }}>
        <SelectInput
          label={t('payouts.lines')}
          value={state}
          options={LINE_STATES.map((value) => ({ value, label: t(`payouts.state.${value}`) }))}
          onChange={(value) => {
            setState(LINE_STATES.find((one) => one === value) ?? state);
            setPage(0);
          }}
        />
      </Box>
      <ListResults query={list} skeleton={<ListSkeleton rows={2} height={48} />}>
        {({ items, total, isTotalExact }) =>
          items.length === 0 ? (
            <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('payouts.noLines')}</Box>
          ) : (
            <Card variant="outlined" aria-busy={list.isPlaceholderData}>
              <Box component="ul" aria-label={t(`payouts.state.${state}`)} sx={LINED_LIST}>
                {items.map((line) => (
                  <LineRow key={line.id} line={line} />
                ))}
              </Box>
              <Pager page={page} size={PAYOUT_PAGE_SIZE} total={total} isTotalExact={isTotalExact} onPage={setPage} />
            </Card>
          )
        }
      </ListResults>
    </>
  );
}

function LineRow({ line }: { readonly line: PayoutLine }) {
  const { t } = useTranslation('provider-webhooks');
  const format = useFormat();
  const nameOf = useMerchantName();
  const money = (amount: number | null) => (amount === null ? '–' : format.money(amount));
  return (
    <Box component="li" data-testid="payout-line" sx={ROW}>
      <Box>{format.day(line.soldOn)}</Box>
      <Box sx={{ overflowWrap: 'anywhere' }}>
        {nameOf(line)}
        <Box component="span" sx={{ color: 'text.secondary' }}>{` · ${t(`payouts.kind.${line.kind}`)}`}</Box>
      </Box>
      <Box sx={{ textAlign: { md: 'end' } }}>
        {t('payouts.listed', { amount: money(line.amount), fee: money(line.feeAmount) })}
      </Box>
      <Box sx={{ textAlign: { md: 'end' }, color: 'text.secondary' }}>
        {t('payouts.expected', { amount: money(line.expectedAmount), fee: money(line.expectedFeeAmount) })}
      </Box>
      <Box sx={{ textAlign: { md: 'end' }, color: line.state === 'MATCHED' ? 'text.secondary' : 'warning.main' }}>
        {t(`payouts.state.${line.state}`)}
      </Box>
    </Box>
  );
}
