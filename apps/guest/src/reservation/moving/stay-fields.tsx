import { usePanelText } from '../panels/panel-texts.ts';
import type { GuestMoveOffer } from '@munjigi/contract';
import { useState } from 'react';
import { formatRemaining } from '../../shared/guest-format.ts';
import type { Wish } from './use-move.ts';

const MINUTE_MS = 60_000;
const MOST_LENGTHS = 48;

interface StayFieldsProps {
  readonly offer: GuestMoveOffer;
  readonly wish: Wish;
  readonly onChange: (part: Partial<Wish>) => void;
}

/** People, length and add-ons, which most guests keep, behind one tap. */
export function StayFields({ offer, wish, onChange }: StayFieldsProps) {
  const text = usePanelText();
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <button type="button" className="button" onClick={() => setOpen(true)}>
        {text('moving.more')}
      </button>
    );
  return (
    <fieldset>
      <legend>{text('moving.more')}</legend>
      <label>
        {text('moving.people')}
        <select value={wish.headCount} onChange={({ target }) => onChange({ headCount: Number(target.value) })}>
          {listPeople(offer, wish).map((count) => (
            <option key={count} value={count}>
              {text('moving.peopleCount', { count })}
            </option>
          ))}
        </select>
      </label>
      <label>
        {text('moving.length')}
        <select value={wish.minutes} onChange={({ target }) => onChange({ minutes: Number(target.value) })}>
          {listLengths(offer, wish).map((minutes) => (
            <option key={minutes} value={minutes}>
              {formatRemaining(minutes * MINUTE_MS, text)}
            </option>
          ))}
        </select>
      </label>
      {listAddOns(offer).map(({ id, name, maxQuantity }) => (
        <label key={id}>
          {name}
          <select
            value={wish.addOns[id] ?? 0}
            onChange={({ target }) =>
              onChange({ startsAt: wish.startsAt, addOns: { ...wish.addOns, [id]: Number(target.value) } })
            }
          >
            {Array.from({ length: maxQuantity + 1 }, (_, quantity) => (
              <option key={quantity} value={quantity}>
                {quantity}
              </option>
            ))}
          </select>
        </label>
      ))}
    </fieldset>
  );
}

function listPeople({ rooms, stay }: GuestMoveOffer, { headCount }: Wish): number[] {
  const most = Math.max(stay.headCount, headCount, ...rooms.map(({ capacity }) => capacity));
  return Array.from({ length: Math.max(1, most) }, (_, index) => index + 1);
}

function listLengths({ slotMinutes, minMinutes, maxMinutes }: GuestMoveOffer, { minutes }: Wish): number[] {
  const lengths = new Set([minutes]);
  for (let length = minMinutes; length <= maxMinutes && lengths.size < MOST_LENGTHS; length += slotMinutes)
    lengths.add(length);
  return [...lengths].sort((one, other) => one - other);
}

/** What the store offers now, and what the stay has although the store has stopped to offer it. */
function listAddOns({ addOns, stay }: GuestMoveOffer) {
  const offered = new Set(addOns.map(({ id }) => id));
  const kept = stay.addOns
    .filter(({ addOnId }) => !offered.has(addOnId))
    .map(({ addOnId, label, quantity }) => ({ id: addOnId, name: label, maxQuantity: quantity }));
  return [...addOns, ...kept];
}
