import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

export interface AddressValues {
  readonly params: URLSearchParams;
  /** Values by their name in the address; empty ones are taken out of it. */
  readonly change: (values: Readonly<Record<string, string>>) => void;
}

/**
 * What a screen is narrowed to, in its address (SH-6). Choices that follow each other quickly all stay: each is made upon the last one, though
 * the screen has not been drawn with that yet. `ofPage`: the names that say where in a list one is, which another filter takes out.
 */
export function useAddressValues(ofPage: readonly string[] = NONE): AddressValues {
  const [params, setParams] = useSearchParams();
  const latest = useRef(params);
  /** Addresses that were asked for and are not drawn yet, oldest first. */
  const underWay = useRef<readonly string[]>([]);
  useEffect(() => {
    const place = underWay.current.indexOf(params.toString());
    // One of ours: those before it are overtaken, those after it still to come. Somebody else's: it is what holds.
    underWay.current = place === -1 ? [] : underWay.current.slice(place + 1);
    if (underWay.current.length === 0) latest.current = params;
  }, [params]);
  const change = useCallback((values: Readonly<Record<string, string>>): void => {
    const changed = new URLSearchParams(latest.current);
    if (!ofPage.some((name) => name in values)) for (const name of ofPage) changed.delete(name);
    for (const [name, value] of Object.entries(values)) {
      if (value === '') changed.delete(name);
      else changed.set(name, value);
    }
    latest.current = changed;
    underWay.current = [...underWay.current, changed.toString()];
    setParams(changed, { preventScrollReset: true });
  }, [setParams, ofPage]);
  return { params, change };
}

const NONE: readonly string[] = [];
