import { useGuest } from './guest-context.ts';
import { useLatePart, type LatePartProps } from '../shared/use-late-part.ts';

/**
 * A part whose code loads when it is needed. Without a connection it offers to try again; With a connection it offers to reload the page: after a deployment the files that
 * this page names are gone.
 */
export function LatePart<Props extends object>({ load, props }: LatePartProps<Props>) {
  const { text } = useGuest();
  const { loading, start } = useLatePart(load);
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
