import type { Store } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { addDays, zonedDate, zonedInstant } from '@munjigi/rules';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../api/call.ts';
import { problemText } from '../../api/problem-text.ts';
import { useProduct } from '../../session/auth.tsx';
import { DateField } from '../../ui/form/time/date-field.tsx';
import { NumberInput, SelectInput } from '../../ui/form/fields.tsx';
import { TimeField } from '../../ui/form/time/time-field.tsx';
import { problemsByPath, type FieldErrors } from '../../ui/form/field-errors.ts';
import { wholeNumber } from '../../ui/form/numbers.ts';
import { QuoteLines } from './quote-lines.tsx';
import { useQuotePrice } from './prices.api.ts';

const MOST_PEOPLE = 1000;

interface QuoteTesterProps {
  readonly store: Store;
  readonly rooms: readonly { readonly id: string; readonly name: string }[];
}

interface QuoteDraft {
  readonly roomId: string;
  readonly date: string;
  readonly from: string;
  readonly to: string;
  readonly people: string;
}

/** Asks the server for the price of a time by the saved policies, including real holidays. */
export function QuoteTester({ store, rooms }: QuoteTesterProps) {
  const { t } = useTranslation('prices');
  const { quote, draft, change, roomId, isFilled, submit } = useQuoteForm({ store, rooms });
  if (roomId === undefined) return null;
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
        <QuoteFields rooms={rooms} roomId={roomId} draft={draft} error={quote.error} onChange={change} />
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
        {quote.data !== undefined && <QuoteLines {...quote.data} />}
        {quote.error !== null && (
          <Box sx={{ typography: 'body2', color: 'error.main' }}>{problemText(t, quote.error)}</Box>
        )}
      </Box>
    </Card>
  );
}

function useQuoteForm({ store, rooms }: QuoteTesterProps) {
  const quote = useQuotePrice(useProduct());
  const [draft, setDraft] = useState<QuoteDraft>(() => ({
    roomId: '',
    date: zonedDate(store.timeZone, new Date()),
    from: '18:00',
    to: '20:00',
    people: '2',
  }));
  const roomId = rooms.find((room) => room.id === draft.roomId)?.id ?? rooms[0]?.id;
  const headCount = headCountOf(draft);
  const isFilled = draft.date !== '' && draft.from !== '' && draft.to !== '' && headCount !== null;

  function change(patch: Partial<QuoteDraft>): void {
    setDraft((before) => ({ ...before, ...patch }));
    quote.reset();
  }

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

  return { quote, draft, change, roomId, isFilled, submit };
}

function headCountOf({ people }: QuoteDraft): number | null {
  return wholeNumber(people, 1, MOST_PEOPLE);
}

interface QuoteFieldsProps {
  readonly rooms: QuoteTesterProps['rooms'];
  readonly roomId: string;
  readonly draft: QuoteDraft;
  /** Why the last request was refused. */
  readonly error: unknown;
  readonly onChange: (patch: Partial<QuoteDraft>) => void;
}

function QuoteFields({ rooms, roomId, draft, error, onChange }: QuoteFieldsProps) {
  const { t } = useTranslation(['prices', 'form']);
  const errors: FieldErrors = problemsByPath(t, isProblem(error) ? error : null);
  return (
    <>
      <SelectInput
        label={t('week.room')}
        value={roomId}
        onChange={(picked) => onChange({ roomId: picked })}
        options={rooms.map((room) => ({ value: room.id, label: room.name }))}
      />
      <DateField label={t('quote.date')} value={draft.date} onChange={(date) => onChange({ date })} />
      <TimeField
        label={t('quote.from')}
        value={draft.from}
        error={errors['startsAt']}
        onChange={(from) => onChange({ from })}
      />
      <TimeField
        label={t('quote.to')}
        value={draft.to}
        error={errors['endsAt']}
        hint={draft.to !== '' && draft.to <= draft.from ? t('quote.nextDay') : undefined}
        onChange={(to) => onChange({ to })}
      />
      <NumberInput
        label={t('week.people')}
        value={draft.people}
        unit={t('form:people')}
        error={headCountOf(draft) === null ? t('form:whole', { min: 1, max: MOST_PEOPLE }) : errors['headCount']}
        onChange={(people) => onChange({ people })}
      />
    </>
  );
}
