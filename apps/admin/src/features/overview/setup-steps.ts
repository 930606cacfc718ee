import type { SetupStep, StoreSetup } from '@munjigi/contract';

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
