import type { CashReceiptSettings } from '@munjigi/contract';
import { CASH_RECEIPT_ISSUERS } from '@munjigi/contract/receipt-values';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../session/auth.tsx';
import { useEditForm, type EditForm } from '../../ui/form/edit-form.ts';
import { NumberInput, SelectInput } from '../../ui/form/fields.tsx';
import { wholeNumber } from '../../ui/form/numbers.ts';
import { Unread } from '../../ui/form/unread.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useCashReceiptSettings, useSetCashReceiptSettings } from './cash-receipt-settings.api.ts';
import { FIELD_GRID, SectionForm } from './settings-section.tsx';

const MOST_WON = 1_000_000_000;
const MOST_DAYS = 30;

interface Draft {
  readonly issuer: string;
  readonly isSelfIssueOn: boolean;
  readonly thresholdAmount: string;
  readonly deadlineDays: string;
}

/** Who issues the cash receipts of a store, and when it issues one without a number (CR-1). */
export function CashReceiptSection({ storeId }: { readonly storeId: string }) {
  const settings = useCashReceiptSettings(useProduct(), storeId);
  if (settings.data === undefined) return <Unread query={settings} height={260} />;
  return <SettingsForm settings={settings.data} />;
}

function SettingsForm({ settings }: { readonly settings: CashReceiptSettings }) {
  const { t } = useTranslation(['stores', 'form']);
  const isReadOnly = !useCan()('stores:write');
  const form = useSettingsForm(settings);
  return (
    <Box component="section" aria-label={t('cashReceipts.title')} data-testid="cash-receipt-settings">
      <Box component="h2" sx={{ typography: 'subtitle1', m: 0, mb: 1 }}>
        {t('cashReceipts.title')}
      </Box>
      <SectionForm
        form={form}
        text={t('cashReceipts.text')}
        isReadOnly={isReadOnly}
        draftOf={toDraft}
        valuesOf={(draft) => [
          [t('cashReceipts.issuer'), t(`cashReceipts.issuers.${issuerOf(draft.issuer)}`)],
          [t('cashReceipts.selfIssue'), t(draft.isSelfIssueOn ? 'cashReceipts.on' : 'cashReceipts.off')],
          [t('cashReceipts.threshold'), draft.thresholdAmount],
          [t('cashReceipts.deadline'), `${draft.deadlineDays}${t('form:days')}`],
        ]}
      >
        <SettingsFields form={form} isReadOnly={isReadOnly} />
      </SectionForm>
    </Box>
  );
}

function useSettingsForm(row: CashReceiptSettings) {
  const { t } = useTranslation('form');
  const save = useSetCashReceiptSettings(useProduct(), row.storeId);
  return useEditForm({
    row,
    draftOf: toDraft,
    check: ({ thresholdAmount, deadlineDays }) => ({
      ...(wholeNumber(thresholdAmount, 0, MOST_WON) === null && {
        thresholdAmount: t('whole', { min: 0, max: MOST_WON }),
      }),
      ...(wholeNumber(deadlineDays, 1, MOST_DAYS) === null && {
        deadlineDays: t('whole', { min: 1, max: MOST_DAYS }),
      }),
    }),
    bodyOf: (draft) => draft,
    // The settings are saved whole; version 0 is that of a store without them.
    send: ({ version }, { whole }) =>
      save({
        issuer: issuerOf(whole.issuer),
        isSelfIssueOn: whole.isSelfIssueOn,
        thresholdAmount: Number(whole.thresholdAmount),
        deadlineDays: Number(whole.deadlineDays),
        version,
      }),
    onSaved: () => toast.success(t('saved')),
  });
}

function issuerOf(value: string): CashReceiptSettings['issuer'] {
  return CASH_RECEIPT_ISSUERS.find((issuer) => issuer === value) ?? 'NONE';
}

function toDraft(row: CashReceiptSettings): Draft {
  return {
    issuer: row.issuer,
    isSelfIssueOn: row.isSelfIssueOn,
    thresholdAmount: String(row.thresholdAmount),
    deadlineDays: String(row.deadlineDays),
  };
}

interface FieldsProps {
  readonly form: EditForm<CashReceiptSettings, Draft>;
  readonly isReadOnly: boolean;
}

function SettingsFields({ form, isReadOnly }: FieldsProps) {
  const { t } = useTranslation(['stores', 'form']);
  const { draft } = form;
  return (
    <>
      <SelectInput
        label={t('cashReceipts.issuer')}
        value={draft.issuer}
        isReadOnly={isReadOnly}
        options={CASH_RECEIPT_ISSUERS.map((value) => ({ value, label: t(`cashReceipts.issuers.${value}`) }))}
        onChange={(issuer) => form.change({ issuer })}
      />
      <Box>
        <FormControlLabel
          label={t('cashReceipts.selfIssue')}
          control={
            <Switch
              checked={draft.isSelfIssueOn}
              disabled={isReadOnly}
              onChange={(event) => form.change({ isSelfIssueOn: event.target.checked })}
            />
          }
        />
        <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('cashReceipts.selfIssueHint')}</Box>
      </Box>
      <Box sx={FIELD_GRID}>
        <NumberInput
          label={t('cashReceipts.threshold')}
          unit={t('cashReceipts.won')}
          value={draft.thresholdAmount}
          isReadOnly={isReadOnly}
          error={form.errorAt('thresholdAmount')}
          onChange={(thresholdAmount) => form.change({ thresholdAmount })}
        />
        <NumberInput
          label={t('cashReceipts.deadline')}
          unit={t('form:days')}
          value={draft.deadlineDays}
          isReadOnly={isReadOnly}
          error={form.errorAt('deadlineDays')}
          hint={t('cashReceipts.deadlineHint')}
          onChange={(deadlineDays) => form.change({ deadlineDays })}
        />
      </Box>
    </>
  );
}
