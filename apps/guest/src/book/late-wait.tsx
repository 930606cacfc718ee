import { useCallback, useEffect, useState, type ComponentType } from 'react';
import { useBooking } from './booking-context.ts';
import { recallWaits } from './kept-waits.ts';
import type { WaitPartProps } from './wait-part.tsx';

type Loading = { readonly Part: ComponentType<WaitPartProps> } | 'LOADING' | 'FAILED';

/** The waitlist, whose code loads when it is needed. After a failure it offers to try again. */
function LateWait(props: WaitPartProps) {
  const { text } = useBooking();
  const [loading, setLoading] = useState<Loading>('LOADING');
  const start = useCallback(() => {
    import('./wait-part.tsx').then(
      ({ WaitPart }) => setLoading({ Part: WaitPart }),
      (error: unknown) => {
        console.warn(error);
        setLoading('FAILED');
      },
    );
  }, []);
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

const NO_TIMES: WaitPartProps['full'] = [];

/** The entries of this guest, and the button that opens the waitlist for the taken times of a day. */
export function WaitOffer({ full, onFree }: WaitPartProps) {
  const { store, text } = useBooking();
  const [isOpen, setOpen] = useState(false);
  const [isWaiting] = useState(() => recallWaits(store.id, store.now).length > 0);
  if (isOpen) return <LateWait full={full} onFree={onFree} />;
  return (
    <>
      {isWaiting && <LateWait full={NO_TIMES} onFree={onFree} />}
      {full.length > 0 && store.canSendCode && store.isOpen && (
        <button type="button" className="button wait-open" onClick={() => setOpen(true)} data-testid="wait-open">
          {text('wait.open')}
        </button>
      )}
    </>
  );
}
