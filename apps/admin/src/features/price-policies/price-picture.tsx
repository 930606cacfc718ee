import type { Store } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import type { PriceRule } from '@munjigi/rules';
import { mondayOf } from '@munjigi/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../ui/form/time/date-field.tsx';
import { NumberInput, SelectInput } from '../../ui/form/fields.tsx';
import { wholeNumber } from '../../ui/form/numbers.ts';
import { usePolicyWords } from './policy-words.ts';
import { QuoteLines } from './quote-lines.tsx';
import { priceWeek, rowMinutes, stayChoices, type PriceWeek } from './price-week.ts';
import { PriceWeekGrid, type CellPlace } from './price-week-grid.tsx';

interface PricePictureProps {
  readonly store: Store;
  readonly rooms: readonly { readonly id: string; readonly name: string }[];
  /** The saved policies, or with the typed draft among them; the one that wins first. */
  readonly policies: readonly PriceRule[];
  readonly isDraft: boolean;
  /** The package length of the edited policy, shown first, because a shorter stay would not use the package. */
  readonly packageMinutes: number | null;
  readonly markedPolicyId: string | null;
  readonly date: string;
  readonly onDate: (date: string) => void;
}

/** The prices of a week in a room at a glance; a cell lists line by line which policy priced it. */
export function PricePicture({
  store,
  rooms,
  policies,
  isDraft,
  packageMinutes,
  markedPolicyId,
  date,
  onDate,
}: PricePictureProps) {
  const { t } = useTranslation(['prices', 'form']);
  const words = usePolicyWords(store, rooms);
  const [roomId, setRoomId] = useState('');
  const [minutes, setMinutes] = useState(packageMinutes ?? rowMinutes(store));
  const [people, setPeople] = useState('2');
  const [chosen, setChosen] = useState<CellPlace>({ row: 0, column: 0 });
  const shownRoom = rooms.find((room) => room.id === roomId)?.id ?? rooms[0]?.id;
  if (shownRoom === undefined) return null;
  const choices = stayChoices(store);
  const stay = choices.includes(minutes) ? minutes : rowMinutes(store);
  const week = priceWeek({
    store,
    policies,
    roomId: shownRoom,
    monday: mondayOf(date),
    minutes: stay,
    headCount: wholeNumber(people, 1, 1000) ?? 1,
  });
  const place = { row: Math.min(chosen.row, week.times.length - 1), column: chosen.column };
  return (
    <Card
      variant="outlined"
      component="section"
      aria-labelledby="price-picture"
      sx={{ p: { xs: 1.5, sm: 2 }, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <PictureHead isDraft={isDraft} />
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }}>
        <SelectInput
          label={t('week.room')}
          value={shownRoom}
          onChange={setRoomId}
          options={rooms.map((room) => ({ value: room.id, label: room.name }))}
        />
        <SelectInput
          label={t('week.stay')}
          value={String(stay)}
          onChange={(value) => setMinutes(Number(value))}
          options={choices.map((choice) => ({ value: String(choice), label: words.duration(choice) }))}
        />
        <NumberInput label={t('week.people')} value={people} unit={t('form:people')} onChange={setPeople} />
        <DateField label={t('week.date')} value={date} isClearable={false} onChange={onDate} />
      </Box>
      <PriceWeekGrid week={week} chosen={place} onChoose={setChosen} markedPolicyId={markedPolicyId} />
      <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{t('week.legend')}</Box>
      <CellPrice week={week} place={place} />
    </Card>
  );
}

function PictureHead({ isDraft }: Pick<PricePictureProps, 'isDraft'>) {
  const { t } = useTranslation('prices');
  return (
    <Box>
      <Box component="h2" id="price-picture" sx={{ typography: 'h6', m: 0 }}>
        {t('week.title')}
      </Box>
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t(isDraft ? 'week.ofDraft' : 'week.text')}</Box>
    </Box>
  );
}

interface CellPriceProps {
  readonly week: PriceWeek;
  readonly place: CellPlace;
}

/** The price of the chosen cell, line by line. */
function CellPrice({ week, place }: CellPriceProps) {
  const { t } = useTranslation(['prices', 'stores']);
  const cell = week.cells[place.row]?.[place.column];
  return (
    <Box role="status" data-testid="price-cell" sx={{ display: 'grid', gap: 0.5, typography: 'body2' }}>
      <Box sx={{ fontWeight: 600 }}>
        {t(`stores:weekday.${String(week.columns[place.column] ?? 1)}`)} {week.times[place.row]}
      </Box>
      {cell?.kind === 'PRICED' ? (
        <QuoteLines totalAmount={cell.amount} lines={cell.lines} />
      ) : (
        <span>{t(`week.${cell?.kind ?? 'CLOSED'}`)}</span>
      )}
    </Box>
  );
}
