import type { HelpDeskPage } from '@munjigi/contract';
import { findOpenRefusal } from '../../doors/index.ts';

type Refusal = ReturnType<typeof findOpenRefusal>;

/** Why the door cannot be opened, or none of the guest's doors for `null`; `null`: it can, or one of them can. */
export function findRefusalOf({ doors }: Pick<HelpDeskPage, 'doors'>, doorId: string | null): Refusal {
  const refusals = doors
    .filter(({ door }) => doorId === null || door.id === doorId)
    .map(({ door }) => findOpenRefusal(door));
  return refusals.includes(null) ? null : (refusals[0] ?? null);
}
