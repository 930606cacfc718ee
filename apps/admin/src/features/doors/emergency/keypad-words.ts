import type { Emergency, EmergencyDoor, Keypad } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';

/** The doors of a lockdown whose locks have not confirmed that no code opens them (DR-8). */
export function findOpenKeypads(doors: Emergency['doors']): EmergencyDoor[] {
  return doors.filter(({ keypad }) => keypad !== null && keypad.openCodes > 0);
}

/** Whether a code may open the door and the lock cannot confirm otherwise now. */
export function isKeypadStuck(keypad: Keypad | null): boolean {
  return keypad !== null && keypad.openCodes > 0 && keypad.obstacle !== null;
}

/** Names doors whose keypads may still open, each with the reason. */
export function useKeypadWords() {
  const { t } = useTranslation('doors');
  const why = ({ obstacle }: Keypad) => t(`keypad.why.${obstacle ?? 'PENDING'}`);
  return {
    why,
    names: (doors: readonly { readonly name: string; readonly keypad: Keypad | null }[]) =>
      doors.map(({ name, keypad }) => (keypad === null ? name : `${name} (${why(keypad)})`)).join(', '),
  };
}
