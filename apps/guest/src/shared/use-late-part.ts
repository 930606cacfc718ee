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

/** The parts that have loaded before, by their loader, which show without a placeholder. */
const loadedParts = new WeakMap<object, unknown>();

/** Loads the code of a part before it is needed. */
export async function prepareLatePart<Props>(load: LatePartProps<Props>['load']): Promise<ComponentType<Props>> {
  const Part = await load();
  loadedParts.set(load, Part);
  return Part;
}

/** Loads the code of a part when it is needed. `lazy` of React would keep a failure until the page is reloaded. */
export function useLatePart<Props>(load: LatePartProps<Props>['load']): LatePartState<Props> {
  const [loading, setLoading] = useState<LatePartState<Props>['loading']>(() => {
    const Part = loadedParts.get(load) as ComponentType<Props> | undefined;
    return Part === undefined ? 'LOADING' : { Part };
  });
  const start = useCallback(() => {
    prepareLatePart(load).then(
      (Part) => {
        setLoading((before) => (typeof before === 'object' && before.Part === Part ? before : { Part }));
      },
      (error: unknown) => {
        console.warn(error);
        setLoading('FAILED');
      },
    );
  }, [load]);
  useEffect(start, [start]);
  return { loading, start };
}
