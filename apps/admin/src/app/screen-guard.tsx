import type { Capability } from '@munjigi/contract/roles';
import type { ComponentType } from 'react';
import { NoPermission } from '../ui/states/no-permission.tsx';
import { useCan } from '../session/auth.tsx';

/** The screen for those who have the capability, the 403 screen for the others (AC-4). */
export function guardScreen(needs: Capability, Screen: ComponentType): ComponentType {
  return function GuardedScreen() {
    const can = useCan();
    return can(needs) ? <Screen /> : <NoPermission capability={needs} />;
  };
}
