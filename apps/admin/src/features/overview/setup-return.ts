import type { SetupStep } from '@munjigi/contract';

const KEY = 'setup-guide-step';

/** Remembers in this tab that the person came from the guide, so that the step's screen shows the link back. */
export function rememberGuide(step: SetupStep): void {
  sessionStorage.setItem(KEY, step);
}

export function guideStep(): SetupStep | null {
  return sessionStorage.getItem(KEY) as SetupStep | null;
}

export function forgetGuide(): void {
  sessionStorage.removeItem(KEY);
}
