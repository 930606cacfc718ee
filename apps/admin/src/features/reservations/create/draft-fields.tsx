import type { Room, SeriesRule, Store } from '@munjigi/contract';
import { addDays, weekdayOf, zonedDate } from '@munjigi/rules';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../session/auth.tsx';
import { TextInput, SelectInput } from '../../../ui/form/fields.tsx';
import { ChoiceToggle } from '../../../ui/form/choice-toggle.tsx';
import { RuleFields } from '../series/rule-fields.tsx';
import { ContactFields } from './contact-fields.tsx';
import { ExtrasFields } from './extras-fields.tsx';
import { GuestFields } from './guest-fields.tsx';
import type { ReservationDraft } from './reservation-draft.ts';
import { OverlapNotice } from './overlap-notice.tsx';
import { PeriodFields } from './period-fields.tsx';

const KINDS = ['GUEST', 'BLOCK'] as const;
const REASONS = ['CLEANING', 'REPAIR', 'OTHER'] as const;

interface DraftFieldsProps {
  readonly store: Store;
  readonly rooms: readonly Room[];
  readonly draft: ReservationDraft;
  readonly onChange: (change: Partial<ReservationDraft>) => void;
  readonly errors: Readonly<Record<string, string>>;
  readonly couponHint: string | undefined;
}

/** All fields of a new reservation or block. */
export function DraftFields({ store, rooms, draft, onChange, errors, couponHint }: DraftFieldsProps) {
  const { t } = useTranslation('reservations');
  const canBlock = useCan()('reservations:write');
  const isGuest = draft.kind === 'GUEST';
  const date = zonedDate(store.timeZone, new Date(draft.startsAt));
  return (
    <>
      {canBlock && (
        <KindPicker value={draft.kind} onPick={(kind) => onChange({ kind, ...(kind === 'BLOCK' && { rule: null }) })} />
      )}
      <PeriodFields store={store} rooms={rooms} kind={draft.kind} period={draft} onChange={onChange} errors={errors} />
      <OverlapNotice store={store} period={draft} kind={draft.kind} />
      {isGuest && (
        <GuestFields
          isFirst
          guest={draft}
          capacity={rooms.find((room) => room.id === draft.roomId)?.capacity ?? null}
          onChange={onChange}
          errors={errors}
        />
      )}
      {isGuest && <ContactFields contact={draft} onChange={onChange} errors={errors} />}
      {!isGuest && (
        <SelectInput
          label={t('create.blockReason')}
          value={draft.blockReason}
          options={REASONS.map((value) => ({ value, label: t(`block.${value}`) }))}
          onChange={(value) => onChange({ blockReason: REASONS.find((reason) => reason === value) ?? 'OTHER' })}
        />
      )}
      <TextInput
        label={t('create.memo')}
        value={draft.memo}
        onChange={(memo) => onChange({ memo })}
        error={errors['memo']}
        maxLength={500}
      />
      {isGuest && (
        <ExtrasFields
          storeId={store.id}
          roomId={draft.roomId}
          extras={draft}
          onChange={onChange}
          errors={errors}
          couponHint={couponHint}
          isSeries={draft.rule !== null}
        />
      )}
      {isGuest && <GuestOptions draft={draft} store={store} firstDate={date} onChange={onChange} />}
      {draft.rule !== null && (
        <RuleFields rule={draft.rule} firstDate={date} error={errors['rule']} onChange={(rule) => onChange({ rule })} />
      )}
    </>
  );
}

interface KindPickerProps {
  readonly value: ReservationDraft['kind'];
  readonly onPick: (kind: ReservationDraft['kind']) => void;
}

function KindPicker({ value, onPick }: KindPickerProps) {
  const { t } = useTranslation('reservations');
  return (
    <ChoiceToggle
      label={t('create.kind')}
      value={value}
      choices={KINDS.map((kind) => ({ value: kind, label: t(`create.kinds.${kind}`) }))}
      onChoose={onPick}
    />
  );
}

interface GuestOptionsProps extends Pick<DraftFieldsProps, 'onChange'> {
  readonly draft: Pick<ReservationDraft, 'rule' | 'isHeld'>;
  readonly store: Pick<Store, 'holdMinutes'>;
  readonly firstDate: string;
}

/** Whether a reservation repeats; one that does not can be held until it is paid. */
function GuestOptions({ draft, store, firstDate, onChange }: GuestOptionsProps) {
  const { t } = useTranslation('reservations');
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, mt: -1 }}>
      <FormControlLabel
        label={t('create.repeat')}
        control={
          <Checkbox
            size="small"
            checked={draft.rule !== null}
            onChange={(event) => onChange({ rule: event.target.checked ? firstRule(firstDate) : null, isHeld: false })}
          />
        }
      />
      {draft.rule === null && (
        <FormControlLabel
          label={t('create.hold', { minutes: store.holdMinutes })}
          control={
            <Checkbox
              size="small"
              checked={draft.isHeld}
              onChange={(event) => onChange({ isHeld: event.target.checked })}
            />
          }
        />
      )}
    </Box>
  );
}

/** Weekly on the weekday of the first date, for a month. */
function firstRule(date: string): SeriesRule {
  return { frequency: 'WEEKLY', interval: 1, weekdays: [weekdayOf(date)], until: addDays(date, 28) };
}
