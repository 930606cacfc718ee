import { useLatePart, type LatePartProps } from '../shared/use-late-part.ts';
import { useBooking } from './booking-context.ts';

/** A part of the page whose code loads when it is needed. After a failure it offers what `LatePart` offers. */
export function LateBookingPart<Props extends object>({ load, props }: LatePartProps<Props>) {
  const { text } = useBooking();
  const { loading, start } = useLatePart(load);
  if (loading === 'LOADING') return <div className="skeleton skeleton-card" />;
  if (loading !== 'FAILED') return <loading.Part {...props} />;
  const mayReload = navigator.onLine;
  return (
    <div role="alert">
      <p className="bad">{text(mayReload ? 'late.failed' : 'problem.NO_CONNECTION')}</p>
      <button type="button" className="button" onClick={mayReload ? () => location.reload() : start}>
        {text(mayReload ? 'late.reload' : 'retry')}
      </button>
    </div>
  );
}
