import type { PersonalDataTerms } from '@munjigi/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../api/problem-text.ts';
import { useCan, useProduct } from '../../session/auth.tsx';
import { ConfirmDialog } from '../../ui/form/dialog/confirm-dialog.tsx';
import { SelectInput } from '../../ui/form/fields.tsx';
import { useFormat } from '../../ui/format.ts';
import { LabelledCard } from '../../ui/section-head.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { usePersonalDataTerms, useSetPersonalDataTerms } from './audit.api.ts';

const CHOICES = [1, 3, 6, 12, 24, 36, 60, 84, 120] as const;
/** The retention that Korean law requires for contracts and payments. */
const BY_LAW = 60;

/** The retention of guest data, and how far it has been erased (PD-2). */
export function KeptCard() {
  const { t } = useTranslation('audit');
  const can = useCan();
  const format = useFormat();
  const product = useProduct();
  const { data, error } = usePersonalDataTerms(product);
  const [isOpen, setOpen] = useState(false);
  if (data === undefined)
    return error === null ? (
      <Skeleton variant="rounded" height={72} />
    ) : (
      <Alert severity="warning">{problemText(t, error)}</Alert>
    );
  // The date in every store.
  const erasedTo = data.erased
    .map(({ to }) => to)
    .sort()
    .at(0);
  return (
    <LabelledCard
      label={t('kept.title')}
      testId="kept"
      sx={{ p: 1.5, display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', typography: 'body2' }}
    >
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
        {t('kept.text', { count: data.keptMonths })}
        <Box sx={{ color: 'text.secondary' }}>
          {erasedTo === undefined ? t('kept.never') : t('kept.erasedTo', { day: format.date(erasedTo) })}
          {data.changed !== null &&
            ` · ${t('kept.changed', { when: format.dateTime(data.changed.at), by: data.changed.by })}`}
        </Box>
      </Box>
      {can('personal-data:write') && (
        <Button color="inherit" variant="outlined" onClick={() => setOpen(true)}>
          {t('kept.change')}
        </Button>
      )}
      {isOpen && <KeptDialog terms={data} onClose={() => setOpen(false)} />}
    </LabelledCard>
  );
}

function KeptDialog({ terms, onClose }: { readonly terms: PersonalDataTerms; readonly onClose: () => void }) {
  const { t } = useTranslation('audit');
  const product = useProduct();
  const set = useSetPersonalDataTerms(product);
  const [months, setMonths] = useState(terms.keptMonths);
  const choices = CHOICES.some((choice) => choice === terms.keptMonths)
    ? CHOICES
    : [...CHOICES, terms.keptMonths].sort((one, other) => one - other);
  const isShorter = months < terms.keptMonths;
  return (
    <ConfirmDialog
      title={t('kept.change')}
      confirmLabel={t(isShorter ? 'kept.setAndErase' : 'kept.set')}
      isDangerous={isShorter}
      isBusy={set.isPending || months === terms.keptMonths}
      onClose={onClose}
      onConfirm={() =>
        set.mutate(
          { keptMonths: months, ...(terms.changed !== null && { version: terms.changed.version }) },
          {
            onSuccess: () => {
              toast.success(t('kept.done'));
              onClose();
            },
          },
        )
      }
    >
      <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
        <SelectInput
          label={t('kept.time')}
          value={String(months)}
          onChange={(value) => setMonths(Number(value))}
          options={choices.map((choice) => ({ value: String(choice), label: t('kept.months', { count: choice }) }))}
        />
        <Box>{t('kept.what')}</Box>
        {isShorter && <Alert severity="warning">{t('kept.forEver')}</Alert>}
        {months < BY_LAW && <Alert severity="info">{t('kept.byLaw')}</Alert>}
        {set.error !== null && <Alert severity="error">{problemText(t, set.error)}</Alert>}
      </Box>
    </ConfirmDialog>
  );
}
