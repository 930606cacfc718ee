import { useCallback, useEffect, useState, type ComponentType } from 'react';
import { useBooking } from './booking-context.ts';

type Loading<Props> = { readonly Part: ComponentType<Props> } | 'LOADING' | 'FAILED';

interface LateBookingPartProps<Props> {
  readonly load: () => Promise<ComponentType<Props>>;
  readonly props: Props;
}

/** A part of the page whose code loads when it is needed. After a failure it offers to try again. */
export function LateBookingPart<Props extends object>({ load, props }: LateBookingPartProps<Props>) {
  const { text } = useBooking();
  const [loading, setLoading] = useState<Loading<Props>>('LOADING');
  const start = useCallback(() => {
    load().then(
      (Part) => setLoading({ Part }),
      (error: unknown) => {
        console.warn(error);
        setLoading('FAILED');
      },
    );
  }, [load]);
  useEffect(start, [start]);
  if (loading === 'LOADING') return <div className="skeleton skeleton-card" />;
  if (loading !== 'FAILED') return <loading.Part {...props} />;
  return (
    <div role="alert">
      <p className="bad">{text('late.failed')}</p>
      <button type="button" className="button" onClick={start}>
        {text('retry')}
      </button>
    </div>
  );
}
