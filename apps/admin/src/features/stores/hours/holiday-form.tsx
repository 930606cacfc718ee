import type { Store } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../api/call.ts';
import { useProduct } from '../../../session/auth.tsx';
import { DateField } from '../../../ui/form/time/date-field.tsx';
import { TextInput } from '../../../ui/form/fields.tsx';
import { problemsByPath, type FieldErrors } from '../../../ui/form/field-errors.ts';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { useEditHoliday } from '../stores.api.ts';

/** Makes a day of the year a holiday of this store. */
export function HolidayForm({ store, year }: { readonly store: Store; readonly year: number }) {
  const { t } = useTranslation(['stores', 'form']);
  const form = useHolidayForm(store.id);
  return (
    <Box
      component="form"
      noValidate
      onSubmit={form.submit}
      aria-label={t('holidays.add')}
      sx={{
        display: 'grid',
        gap: 1,
        alignItems: 'start',
        gridTemplateColumns: { xs: '1fr', sm: '180px 1fr auto' },
        pt: 1,
      }}
    >
      <DateField
        label={t('holidays.date')}
        value={form.date}
        min={`${String(year)}-01-01`}
        max={`${String(year)}-12-31`}
        error={form.errors['date']}
        onChange={form.setDate}
      />
      <TextInput
        label={t('holidays.name')}
        value={form.name}
        maxLength={60}
        error={form.errors['name']}
        onChange={form.setName}
      />
      <Button type="submit" variant="outlined" color="inherit" sx={{ minHeight: 40 }}>
        {t('holidays.add')}
      </Button>
      <ProblemAlert error={form.failure} sx={{ gridColumn: '1 / -1' }} />
    </Box>
  );
}

function useHolidayForm(storeId: string) {
  const { t } = useTranslation(['stores', 'form']);
  const edit = useEditHoliday(useProduct(), storeId);
  const [date, setDate] = useState('');
  const [name, setName] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const problem = isProblem(edit.error) ? edit.error : null;
  const errors: FieldErrors = {
    ...problemsByPath(t, problem),
    ...(isChecked && date === '' && { date: t('form:required') }),
    ...(isChecked && name.trim() === '' && { name: t('form:required') }),
  };

  function submit(event: FormEvent): void {
    event.preventDefault();
    setIsChecked(true);
    if (edit.isPending || date === '' || name.trim() === '') return;
    edit.mutate(
      { date, name: name.trim(), isHoliday: true },
      {
        onSuccess: () => {
          toast.success(t('holidays.added'));
          setDate('');
          setName('');
          setIsChecked(false);
        },
      },
    );
  }
  // A refusal of a field is shown at the field.
  const failure = problem?.errors === undefined ? edit.error : null;
  return { date, setDate, name, setName, errors, failure, submit };
}
