import type { SetupStep } from '@munjigi/contract';

const KEY = 'setup-guide-step';

/** The step that a person came for from the guide, and the store of the guide. */
export interface GuidedStep {
  readonly step: SetupStep;
  /** `null`: the chain had no store yet. */
  readonly storeId: string | null;
}

/** Remembers in this tab that the person came from the guide, so that the step's screen shows the way on. */
export function rememberGuide({ step, storeId }: GuidedStep): void {
  sessionStorage.setItem(KEY, `${step} ${storeId ?? ''}`);
}

export function guideStep(): GuidedStep | null {
  const [step = '', storeId = ''] = (sessionStorage.getItem(KEY) ?? '').split(' ');
  return step === '' ? null : { step: step as SetupStep, storeId: storeId === '' ? null : storeId };
}

export function forgetGuide(): void {
  sessionStorage.removeItem(KEY);
}
