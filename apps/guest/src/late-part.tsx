import { useCallback, useEffect, useState, type ComponentType } from 'react';
import { useGuest } from './guest-context.ts';

type Loading<Props> = { readonly Part: ComponentType<Props> } | 'LOADING' | 'FAILED';

interface LatePartProps<Props> {
  readonly load: () => Promise<ComponentType<Props>>;
  readonly props: Props;
}

/**
 * A part whose code loads when it is needed. Without a connection it offers to try again; `lazy` of React would keep the
 * failure until the page is reloaded. With a connection it offers to reload the page: after a deployment the files that
 * this page names are gone.
 */
export function LatePart<Props extends object>({ load, props }: LatePartProps<Props>) {
  const { text } = useGuest();
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
  if (loading === 'LOADING') return <div className="skeleton skeleton-line" />;
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
