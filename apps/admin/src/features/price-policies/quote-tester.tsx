import type { Store } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { addDays, zonedDate, zonedInstant } from '@munjigi/rules';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../api/call.ts';
import { problemText } from '../../api/problem-text.ts';
import { useProduct } from '../../app/auth.tsx';
import { DateField } from '../../ui/form/date-field.tsx';
import { NumberInput, SelectInput } from '../../ui/form/fields.tsx';
import { TimeField } from '../../ui/form/time-field.tsx';
import { problemsByPath, type FieldErrors } from '../../ui/form/field-errors.ts';
import { wholeNumber } from '../../ui/form/numbers.ts';
import { PriceLines } from './price-lines.tsx';
import { useQuote } from './prices.api.ts';

interface QuoteTesterProps {
  readonly store: Store;
  readonly rooms: readonly { readonly id: string; readonly name: string }[];
}

/** Asks the server for the price of a time by the saved policies, including real holidays. */
export function QuoteTester({ store, rooms }: QuoteTesterProps) {
  const { t } = useTranslation(['prices', 'form']);
  const quote = useQuote(useProduct());
  const [draft, setDraft] = useState(() => ({
    roomId: '',
    date: zonedDate(store.timeZone, new Date()),
    from: '18:00',
    to: '20:00',
    people: '2',
  }));
  const change = (patch: Partial<typeof draft>) => {
    setDraft((now) => ({ ...now, ...patch }));
    quote.reset();
  };
  const roomId = rooms.find((room) => room.id === draft.roomId)?.id ?? rooms[0]?.id;
  if (roomId === undefined) return null;
  const headCount = wholeNumber(draft.people, 1, 1000);
  const isFilled = draft.date !== '' && draft.from !== '' && draft.to !== '' && headCount !== null;
  const problem = isProblem(quote.error) ? quote.error : null;
  const errors: FieldErrors = problemsByPath(t, problem);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isFilled || quote.isPending || roomId === undefined) return;
    // An end at or before the start is on the next day.
    const endDate = draft.to <= draft.from ? addDays(draft.date, 1) : draft.date;
    quote.mutate({
      roomId,
      headCount,
      startsAt: zonedInstant(store.timeZone, draft.date, draft.from).toISOString(),
      endsAt: zonedInstant(store.timeZone, endDate, draft.to).toISOString(),
    });
  }
  return (
    <Card
      variant="outlined"
      component="section"
      aria-labelledby="quote-tester"
      sx={{ p: 2, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <Box>
        <Box component="h2" id="quote-tester" sx={{ typography: 'h6', m: 0 }}>
          {t('quote.title')}
        </Box>
        <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('quote.text')}</Box>
      </Box>
      <Box
        component="form"
        noValidate
        onSubmit={submit}
        sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', alignItems: 'start' }}
      >
        <SelectInput
          label={t('week.room')}
          value={roomId}
          onChange={(value) => change({ roomId: value })}
          options={rooms.map((room) => ({ value: room.id, label: room.name }))}
        />
        <DateField label={t('quote.date')} value={draft.date} onChange={(date) => change({ date })} />
        <TimeField
          label={t('quote.from')}
          value={draft.from}
          error={errors['startsAt']}
          onChange={(from) => change({ from })}
        />
        <TimeField
          label={t('quote.to')}
          value={draft.to}
          error={errors['endsAt']}
          hint={draft.to !== '' && draft.to <= draft.from ? t('quote.nextDay') : undefined}
          onChange={(to) => change({ to })}
        />
        <NumberInput
          label={t('week.people')}
          value={draft.people}
          unit={t('form:people')}
          error={headCount === null ? t('form:whole', { min: 1, max: 1000 }) : errors['headCount']}
          onChange={(people) => change({ people })}
        />
        <Button
          type="submit"
          variant="outlined"
          color="inherit"
          disabled={!isFilled}
          aria-disabled={quote.isPending}
          sx={{ minHeight: 40 }}
        >
          {t('quote.ask')}
        </Button>
      </Box>
      <Box role="status">
        {quote.data !== undefined && <PriceLines {...quote.data} />}
        {quote.error !== null && (
          <Box sx={{ typography: 'body2', color: 'error.main' }}>{problemText(t, quote.error)}</Box>
        )}
      </Box>
    </Card>
  );
}
