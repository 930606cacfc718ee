import i18next from 'i18next';

interface DesktopNotice {
  readonly arrived: number;
  readonly unconfirmed: number;
  readonly onOpen: () => void;
}

/**
 * Shows one notification for all that arrived together; a later one replaces it, also from another tab. A click opens
 * the lookup.
 */
export async function showDesktopNotice({ arrived, unconfirmed, onOpen }: DesktopNotice): Promise<void> {
  await i18next.loadNamespaces('notification-lookup');
  const t = i18next.getFixedT(null, 'notification-lookup');
  const notice = new Notification(t('desktop.title', { count: arrived }), {
    body: t('desktop.body', { count: unconfirmed }),
    tag: 'munjigi-notifications',
    icon: '/favicon.svg',
    lang: document.documentElement.lang,
  });
  notice.addEventListener('click', () => {
    window.focus();
    notice.close();
    onOpen();
  });
}
