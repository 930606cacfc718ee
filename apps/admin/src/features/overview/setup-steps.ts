import type { SetupStep, StoreSetup } from '@munjigi/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useProduct } from '../../app/auth.tsx';

/** The screen of each step, with the store of the guide chosen. */
export const STEP_PLACES: Readonly<Record<SetupStep, (storeId: string) => string>> = {
  STORE: (id) => `/dashboard/store?store=${id}&tab=hours`,
  ROOMS: (id) => `/dashboard/room?store=${id}`,
  DOORS: (id) => `/dashboard/door?store=${id}`,
  PRICES: (id) => `/dashboard/store?store=${id}&tab=prices&policy=new`,
  PAYMENT: (id) => `/dashboard/system/webhooks?store=${id}`,
  PEOPLE: (id) => `/dashboard/system/users?store=${id}`,
  RESERVATION: (id) => `/dashboard/reservation?store=${id}`,
  ON_CALL: (id) => `/dashboard/on-call?store=${id}&part=rules`,
};

type StepAction = SetupStep | 'TEST' | 'HOURS';

/** What the button of a step says. */
export function actionOfStep({ step, state }: StoreSetup['steps'][number]): StepAction {
  if (state !== 'STARTED') return step;
  return step === 'DOORS' ? 'TEST' : 'HOURS';
}

/** The first step after this one that is not done, or else the first one of all. */
export function findNextStep({ steps }: StoreSetup, after?: SetupStep): StoreSetup['steps'][number] | undefined {
  const isOpen = ({ state }: StoreSetup['steps'][number]) => state !== 'DONE';
  const place = steps.findIndex(({ step }) => step === after);
  return steps.slice(place + 1).find(isOpen) ?? steps.find(isOpen);
}

interface SetupOptions {
  readonly isEnabled?: boolean;
  /** For what no event reports, such as the connection of a payment provider. */
  readonly refetchEveryMs?: number;
}

/** The open steps of a store, or of all. The stream reads them again when the data changes that they require. */
export function useSetup(storeId: string | null, { isEnabled = true, refetchEveryMs }: SetupOptions = {}) {
  const product = useProduct();
  return useQuery({
    queryKey: ['overview-setup', product, storeId],
    queryFn: ({ signal }) =>
      call('GET /api/v2/{product}/overview/setup', {
        params: { product },
        query: storeId === null ? {} : { storeId },
        signal,
      }),
    enabled: isEnabled,
    // Reads the steps again, because the person may have just completed one.
    refetchOnMount: 'always',
    refetchInterval: refetchEveryMs ?? false,
  });
}
