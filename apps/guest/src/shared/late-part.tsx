import { useLatePart, type LatePartProps } from './use-late-part.ts';

type LateText = 'late.failed' | 'late.reload' | 'problem.NO_CONNECTION' | 'retry';

interface LatePartOfPageProps<Props> extends LatePartProps<Props> {
  readonly text: (key: LateText) => string;
  /** The class of the placeholder while the code loads. */
  readonly skeleton: 'skeleton-line' | 'skeleton-card';
}

/**
 * A part whose code loads when it is needed. After a failure without a connection it offers to try again, and with one to
 * reload the page: after a deployment the files that this page names are gone.
 */
export function LatePartOfPage<Props extends object>({ load, props, text, skeleton }: LatePartOfPageProps<Props>) {
  const { loading, start } = useLatePart(load);
  if (loading === 'LOADING') return <div className={`skeleton ${skeleton}`} />;
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
