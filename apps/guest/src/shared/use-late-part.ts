import { useCallback, useEffect, useState, type ComponentType } from 'react';

export interface LatePartProps<Props> {
  readonly load: () => Promise<ComponentType<Props>>;
  readonly props: Props;
}

interface LatePartState<Props> {
  readonly loading: { readonly Part: ComponentType<Props> } | 'LOADING' | 'FAILED';
  /** Loads the code again. */
  readonly start: () => void;
}

/** Loads the code of a part when it is needed. `lazy` of React would keep a failure until the page is reloaded. */
export function useLatePart<Props>(load: LatePartProps<Props>['load']): LatePartState<Props> {
  const [loading, setLoading] = useState<LatePartState<Props>['loading']>('LOADING');
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
  return { loading, start };
}
