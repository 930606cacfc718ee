import { lazy, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadAlarmRows } from '../alarms/index.ts';

/** The parts of the overview that load on demand, because the first screen must be light, each with its texts. */
const PARTS = {
  tasks: { load: () => import('./overview-tasks.tsx'), texts: 'tasks' },
  coming: { load: () => import('./coming-guests.tsx'), texts: 'tasks' },
  alarms: { load: loadAlarmRows, texts: 'alarms' },
} as const;

export type PartName = keyof typeof PARTS;
type CodeOf<Name extends PartName> = Awaited<ReturnType<(typeof PARTS)[Name]['load']>>;
type PartCode = { readonly [Name in PartName]?: CodeOf<Name> };

/** Parts whose code never arrives, in tests. */
let held: readonly PartName[] = [];

function loadPart<Name extends PartName>(name: Name): Promise<CodeOf<Name>> {
  return held.includes(name) ? new Promise(() => undefined) : (PARTS[name].load() as Promise<CodeOf<Name>>);
}

const createLateParts = () => ({
  Troubles: lazy(async () => ({ default: (await loadPart('tasks')).OverviewTroubles })),
  FreedTimes: lazy(async () => ({ default: (await loadPart('tasks')).FreedTimes })),
  Money: lazy(async () => ({ default: (await loadPart('tasks')).OverviewMoney })),
  Coming: lazy(async () => ({ default: (await loadPart('coming')).ComingGuests })),
  AlarmRows: lazy(async () => ({ default: (await loadPart('alarms')).AlarmRows })),
  EndedAlarms: lazy(async () => ({ default: (await loadPart('alarms')).EndedAlarms })),
});

/** Kept for the next visit, so that the parts appear at once. */
let loadedCode: PartCode = {};
let lateParts = createLateParts();
const failed = new Set<PartName>();

/** For tests, whose files share this module: loads the code again at the next visit, and never that of `names`. */
export function holdParts(names: readonly PartName[]): void {
  held = names;
  loadedCode = {};
  lateParts = createLateParts();
  failed.clear();
}

/**
 * The components of the parts, and whether the code and the texts of all needed ones have loaded or failed to: a `lazy`
 * part loads them again and shows the failure. Once they have loaded the parts are not `lazy`, because React delays one
 * that was waited for.
 */
export function useParts(needed: readonly PartName[]) {
  const { i18n } = useTranslation();
  const [code, setCode] = useState(loadedCode);
  const names = needed.join(' ');
  useEffect(() => {
    const aborter = new AbortController();
    const missing = names.split(' ').filter((name): name is PartName => name in PARTS && !(name in loadedCode));
    const readPart = async (name: PartName) => {
      const [module] = await Promise.all([loadPart(name), i18n.loadNamespaces(PARTS[name].texts)]);
      loadedCode = { ...loadedCode, [name]: module };
    };
    void Promise.allSettled(
      missing.map((name) =>
        readPart(name).catch((error: unknown) => {
          failed.add(name);
          console.warn(`The part ${name} of the overview did not load`, error);
        }),
      ),
    ).then(() => {
      // A new object, so that a failure renders too.
      if (!aborter.signal.aborted) setCode({ ...loadedCode });
    });
    return () => aborter.abort();
  }, [i18n, names]);
  return {
    Troubles: code.tasks?.OverviewTroubles ?? lateParts.Troubles,
    FreedTimes: code.tasks?.FreedTimes ?? lateParts.FreedTimes,
    Money: code.tasks?.OverviewMoney ?? lateParts.Money,
    Coming: code.coming?.ComingGuests ?? lateParts.Coming,
    AlarmRows: code.alarms?.AlarmRows ?? lateParts.AlarmRows,
    EndedAlarms: code.alarms?.EndedAlarms ?? lateParts.EndedAlarms,
    isSettled: needed.every((name) => name in code || failed.has(name)),
  };
}

export type Parts = ReturnType<typeof useParts>;
