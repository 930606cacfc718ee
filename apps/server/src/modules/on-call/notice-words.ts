import type { Incident } from '@munjigi/contract';
import { fillText } from '@munjigi/texts';
import { ON_CALL_TEXTS } from '@munjigi/texts/on-call';

/**
 * The texts of SMS and e-mails about incidents. They name the store, the room or door and the code of the reservation,
 * and no guest (PD-1).
 */

/** The most characters of a name, because an SMS has 90 bytes and a longer one is sent as LMS. */
const MOST_NAME = 30;

const INCIDENT_PATH = '/dashboard/on-call';

/** Writes the subject and the text of a notice in the language of its person. */
export function writeNotice(
  incident: Incident,
  language: 'ko' | 'en',
  publicUrl: string | null,
): { subject: string; body: string } {
  const words = ON_CALL_TEXTS[language];
  const place = incident.doorName ?? incident.roomName;
  const about = [
    incident.storeName.slice(0, MOST_NAME),
    place?.slice(0, MOST_NAME),
    incident.reservationCode && fillText(words.reservation, { code: incident.reservationCode }),
  ].filter(Boolean);
  const what = words.kinds[incident.kind];
  return {
    subject: `[${words.brand}] ${incident.storeName.slice(0, MOST_NAME)}: ${what}`,
    body: `[${words.brand}] ${what}\n${about.join(' · ')}\n${words.open} ${publicUrl ?? ''}${INCIDENT_PATH}`,
  };
}
