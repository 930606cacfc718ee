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

const LateParts = {
  Troubles: lazy(async () => ({ default: (await PARTS.tasks.load()).OverviewTroubles })),
  FreedTimes: lazy(async () => ({ default: (await PARTS.tasks.load()).FreedTimes })),
  Money: lazy(async () => ({ default: (await PARTS.tasks.load()).OverviewMoney })),
  Coming: lazy(async () => ({ default: (await PARTS.coming.load()).ComingGuests })),
  AlarmRows: lazy(async () => ({ default: (await PARTS.alarms.load()).AlarmRows })),
  EndedAlarms: lazy(async () => ({ default: (await PARTS.alarms.load()).EndedAlarms })),
};

/** Kept for the next visit, so that the parts appear at once. */
let loadedCode: PartCode = {};
const failed = new Set<PartName>();

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
      const [module] = await Promise.all([PARTS[name].load(), i18n.loadNamespaces(PARTS[name].texts)]);
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
    Troubles: code.tasks?.OverviewTroubles ?? LateParts.Troubles,
    FreedTimes: code.tasks?.FreedTimes ?? LateParts.FreedTimes,
    Money: code.tasks?.OverviewMoney ?? LateParts.Money,
    Coming: code.coming?.ComingGuests ?? LateParts.Coming,
    AlarmRows: code.alarms?.AlarmRows ?? LateParts.AlarmRows,
    EndedAlarms: code.alarms?.EndedAlarms ?? LateParts.EndedAlarms,
    isSettled: needed.every((name) => name in code || failed.has(name)),
  };
}

export type Parts = ReturnType<typeof useParts>;
