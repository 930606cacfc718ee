import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

export interface AddressValues {
  readonly params: URLSearchParams;
  /** Values by their parameter in the address; empty ones are removed from it. */
  readonly change: (values: Readonly<Record<string, string>>) => void;
}

/**
 * The filter values of a screen, in its address (SH-6). Quick successive choices all stay: each builds on the last one,
 * even before the screen has rendered it. `ofPage`: the parameters of the place in a list, which another filter
 * removes.
 */
export function useAddressValues(ofPage: readonly string[] = NONE): AddressValues {
  const [params, setParams] = useSearchParams();
  const latest = useRef(params);
  /** Addresses that were requested and have not rendered yet, oldest first. */
  const underWay = useRef<readonly string[]>([]);
  useEffect(() => {
    const place = underWay.current.indexOf(params.toString());
    // A pending address of this hook: earlier ones are superseded, later ones are not rendered yet. Any other address
    // replaces them all.
    underWay.current = place === -1 ? [] : underWay.current.slice(place + 1);
    if (underWay.current.length === 0) latest.current = params;
  }, [params]);
  const change = useCallback(
    (values: Readonly<Record<string, string>>): void => {
      const changed = new URLSearchParams(latest.current);
      if (!ofPage.some((name) => name in values)) for (const name of ofPage) changed.delete(name);
      for (const [name, value] of Object.entries(values)) {
        if (value === '') changed.delete(name);
        else changed.set(name, value);
      }
      latest.current = changed;
      underWay.current = [...underWay.current, changed.toString()];
      setParams(changed, { preventScrollReset: true });
    },
    [setParams, ofPage],
  );
  return { params, change };
}

const NONE: readonly string[] = [];
