import './alarms.css';
import type { Alarm } from '@munjigi/contract';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useCan, useProduct } from '../../session/auth.tsx';
import type { Rows } from '../../session/live-collection.ts';
import { useStoreChoice } from '../../session/store-choice.ts';
import { Drawer } from '../../ui/drawer.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useAlarms } from './alarms.api.ts';
import { LateAlarmGroups } from './late-alarm-rows.tsx';

/**
 * In the header while a door has an alarm: the number of alarms without acknowledgement, and the list of all. Renders
 * nothing without alarms.
 */
export function AlarmBell() {
  const can = useCan();
  const { key } = useLocation();
  // The list is open at one address only, so a link in it closes it.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const alarms = useAlarms(useProduct(), can('doors:read')).data;
  if (alarms === undefined || (alarms.items.length === 0 && openAt !== key)) return null;
  return (
    <Suspense fallback={null}>
      <Bell alarms={alarms} isOpen={openAt === key} onOpen={() => setOpenAt(key)} onClose={() => setOpenAt(null)} />
    </Suspense>
  );
}

interface BellProps {
  readonly alarms: Rows<Alarm>;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}

function Bell({ alarms, isOpen, onOpen, onClose }: BellProps) {
  const { t } = useTranslation('alarms');
  const { stores } = useStoreChoice();
  const unseen = alarms.items.filter((alarm) => alarm.acknowledgedAt === null).length;
  const label = unseen === 0 ? t('bell.seen', { total: alarms.total }) : t('bell.some', { count: unseen });
  return (
    <>
      <button
        type="button"
        className="icon-button alarm-bell"
        aria-label={label}
        title={label}
        data-testid="alarm-bell"
        onClick={onOpen}
      >
        <Icon name="warning" size={22} />
        {unseen > 0 && (
          <span className="bell-count" aria-hidden="true">
            {unseen > 99 ? '99+' : unseen}
          </span>
        )}
      </button>
      <Drawer isOpen={isOpen} onClose={onClose} side="end" label={t('title')} closeLabel={t('common:close')}>
        {alarms.items.length === 0 ? <p>{t('none')}</p> : <LateAlarmGroups alarms={alarms.items} stores={stores} />}
      </Drawer>
    </>
  );
}
