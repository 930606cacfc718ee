import i18next from 'i18next';
import { particles } from './particles.ts';

const files = import.meta.glob<Record<string, unknown>>(
  [
    '../locales/*/*.json',
    '!../locales/{auth,common,navbar,notifications,overview,readiness,room-states,settings}/*.json',
  ],
  { import: 'default' },
);

/**
 * Loads the texts of a screen beside its code, because a screen that rendered and then waited for texts would be hidden
 * again. The part that needs a failed text requests it again and shows the failure.
 */
export async function loadScreenTexts(namespaces: readonly string[]): Promise<void> {
  await i18next.loadNamespaces(namespaces);
}

/**
 * Reads the texts of a namespace that neither sign-in nor the first screen uses; undefined when there are none. Only
 * these texts have particles to choose, so the code for it is here.
 */
export async function readScreenTexts(
  language: string,
  namespace: string,
): Promise<Record<string, unknown> | undefined> {
  i18next.use(particles);
  i18next.options.postProcess = particles.name;
  return await files[`../locales/${namespace}/${language}.json`]?.();
}
