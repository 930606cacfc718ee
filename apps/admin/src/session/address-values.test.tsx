import { act, render, waitFor } from '@testing-library/react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { useAddressValues, type AddressValues } from './address-values.ts';

const PAGE = ['page', 'after'] as const;

function open(Screen: () => null, path: string) {
  const router = createMemoryRouter([{ path: '*', element: <Screen /> }], { initialEntries: [path] });
  render(<RouterProvider router={router} />);
  return { search: () => router.state.location.search, go: (to: string) => act(() => router.navigate(to)) };
}

it('the address hook keeps a choice that is made before the previous one has rendered', async () => {
  let values: AddressValues | undefined;
  function Screen() {
    const it = useAddressValues();
    const notified = useRef(new Set<string>());
    const once = (name: string) => {
      if (!it.params.has('first') || notified.current.has(name)) return;
      notified.current.add(name);
      it.change({ [name]: '1' });
    };
    useLayoutEffect(() => once('second'));
    useEffect(() => {
      once('third');
      values = it;
    });
    return null;
  }
  const { search } = open(Screen, '/');
  await waitFor(() => expect(values).toBeDefined());
  act(() => values?.change({ first: '1' }));
  await waitFor(() => expect(search()).toBe('?first=1&second=1&third=1'));
});

it('the address hook changes the values of the latest navigation, and drops the page when another filter changes', async () => {
  let values: AddressValues | undefined;
  const { search, go } = open(function Screen() {
    const it = useAddressValues(PAGE);
    useEffect(() => {
      values = it;
    });
    return null;
  }, '/?kind=PAID&page=3');
  await waitFor(() => expect(values).toBeDefined());
  act(() => values?.change({ page: '4' }));
  await waitFor(() => expect(search()).toBe('?kind=PAID&page=4'));
  await go('/?kind=DEPOSIT&page=2');
  act(() => values?.change({ q: 'Kim' }));
  await waitFor(() => expect(search()).toBe('?kind=DEPOSIT&q=Kim'));
  act(() => values?.change({ kind: '' }));
  await waitFor(() => expect(search()).toBe('?q=Kim'));
});
