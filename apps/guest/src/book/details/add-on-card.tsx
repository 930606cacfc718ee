import { useBooking } from '../booking-context.ts';
import type { ChosenStay } from '../booking-selection.ts';
import { listChosenAddOns, listFittingAddOns, mostPiecesOf, type BookingAddOn } from './chosen-add-ons.ts';
import { Stepper } from '../stepper.tsx';

interface AddOnCardProps {
  readonly stay: ChosenStay;
  readonly onChange: () => void;
}

/** What the guest can add to the stay, with prices (BK-13). Nothing where the store offers nothing for the room. */
export function AddOnCard({ stay, onChange }: AddOnCardProps) {
  const { store, text, selection, change } = useBooking();
  const offered = listFittingAddOns(store, stay);
  const chosen = listChosenAddOns(store, stay, selection);
  if (offered.length === 0) return null;
  const set = (id: string, count: number) => {
    onChange();
    change({ addOnCounts: { ...selection.addOnCounts, [id]: count } });
  };
  return (
    <section className="card" aria-labelledby="add-on-title" data-testid="add-ons">
      <h3 id="add-on-title">{text('addOn.title')}</h3>
      <ul className="plain">
        {offered.map((addOn) => (
          <AddOnRow
            key={addOn.id}
            addOn={addOn}
            count={chosen.find(({ addOnId }) => addOnId === addOn.id)?.quantity ?? 0}
            most={mostPiecesOf(addOn, chosen)}
            onChange={(count) => set(addOn.id, count)}
          />
        ))}
      </ul>
    </section>
  );
}

interface AddOnRowProps {
  readonly addOn: BookingAddOn;
  readonly count: number;
  readonly most: number;
  readonly onChange: (count: number) => void;
}

function AddOnRow({ addOn, count, most, onChange }: AddOnRowProps) {
  const { text, format } = useBooking();
  const { name, description, unit, amount } = addOn;
  const price = format.price(amount);
  return (
    <li className="add-on" data-testid="add-on">
      <div className="add-on-words">
        <span className="add-on-name">{name}</span>
        <span>{unit === 'HOUR' && amount > 0 ? text('addOn.perHour', { amount: price }) : price}</span>
        {description !== '' && <span className="quiet written">{description}</span>}
      </div>
      <Stepper
        value={count}
        range={[0, most]}
        labels={{ fewer: text('addOn.fewer', { name }), more: text('addOn.more', { name }) }}
        shown={String(count)}
        testId="add-on-count"
        onChange={onChange}
      />
    </li>
  );
}
