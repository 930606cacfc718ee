import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import {
  startPushService,
  type FakeBrowser,
  type FakePushService,
} from '../apps/server/src/testing/peers/push-service.ts';
import { expectAccessible, MODES } from './support/axe.ts';
import { expect, test as base } from './support/fixtures.ts';
import { dayFromNow } from './support/playroom.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

/**
 * No real push service is reachable from here. The page's `PushManager` returns the address of a service on this
 * machine, which decrypts and verifies what the server sends. The test delivers it to the service worker through the
 * browser's developer protocol (CDP).
 */
interface PushFixtures {
  readonly service: FakePushService;
  /** Makes the browser context of a signed-in person subscribe to the service above. */
  readonly pushable: (token: string, context: BrowserContext) => Promise<FakeBrowser>;
}

const test = base.extend<PushFixtures>({
  service: async ({}, use) => {
    const service = await startPushService();
    await use(service);
    await service.close();
  },
  pushable: async ({ service, server }, use) =>
    use(async (token, context) => {
      const reply = await fetch(`${server}/api/v2/auth/push`, { headers: { authorization: `Bearer ${token}` } });
      const { publicKey } = (await reply.json()) as { publicKey: string };
      const browser = service.subscribe(publicKey);
      await context.grantPermissions(['notifications']);
      await context.addInitScript(stubPushManager, { ...browser.subscription });
      return browser;
    }),
});

// Some of these tests have the permission to show notifications.
test.use({ hasOwnContext: true });

/** Runs in the page. Keeps the subscription over reloads, as a real browser does. */
function stubPushManager(given: { endpoint: string; keys: { p256dh: string; auth: string } }): void {
  const KEPT = 'e2e-subscribed';
  const subscriptionOf = () => {
    const kept = localStorage.getItem(KEPT);
    if (kept === null) return null;
    return {
      endpoint: given.endpoint,
      options: {
        userVisibleOnly: true,
        applicationServerKey: Uint8Array.from(atob(kept.replaceAll('-', '+').replaceAll('_', '/')), (it) =>
          it.charCodeAt(0),
        ).buffer,
      },
      toJSON: () => given,
      unsubscribe: async () => {
        localStorage.removeItem(KEPT);
        return true;
      },
    };
  };
  Object.assign(PushManager.prototype, {
    getSubscription: async () => subscriptionOf(),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      localStorage.setItem(KEPT, applicationServerKey);
      return subscriptionOf();
    },
  });
}

const PHONE = { width: 360, height: 740 } as const;
const ACCOUNT = '/dashboard/account#push';
const card = (page: Page) => page.getByTestId('push');
const state = (page: Page) => page.getByTestId('push-state');
const fitsTheScreen = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);

async function turnOn(page: Page): Promise<void> {
  await page.goto(ACCOUNT);
  await expect(state(page)).toHaveText('이 브라우저에서는 받지 않아요.');
  await card(page).getByRole('button', { name: '이 브라우저에서 받기' }).click();
  await expect(state(page)).toHaveText('이 브라우저에서 받고 있어요.');
}

/** Delivers messages to the service worker as a push service would. */
async function workerOf(page: Page, context: BrowserContext, server: string) {
  const session: CDPSession = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [found] = registrations.filter(({ scopeURL, isDeleted }) => scopeURL === `${server}/` && !isDeleted);
      if (found) resolve(found.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  return {
    deliver: (data: string) =>
      session.send('ServiceWorker.deliverPushMessage', { origin: server, registrationId, data }),
    /** The notifications that the operating system shows. */
    shown: () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration('/');
        return ((await registration?.getNotifications()) ?? []).map(({ title, body, tag, lang, data }) => ({
          title,
          body,
          tag,
          lang,
          open: (data as { open: string }).open,
        }));
      }),
  };
}

const message = (more: object = {}) =>
  JSON.stringify({
    title: '강남점 · 결제 완료',
    body: '30,000원 · 확인할 알림 1건',
    lang: 'ko',
    kind: 'MONEY',
    open: '/dashboard/admin/notification?state=unconfirmed',
    ...more,
  });

test(
  'push is switched on for a browser with a click, announces a payment, and stops when it is switched off',
  inSweep({ tag: '@notifying' }),
  async ({ page, context, signInAlone, pushable, playroom }) => {
    const browser = await pushable(await signInAlone('owner'), context);
    await page.setViewportSize(PHONE);
    await turnOn(page);
    await fitsTheScreen(page);
    for (const name of ['결제 알림', '출입문 알람', '내가 승인할 수 있는 요청'])
      await expect(card(page).getByRole('checkbox', { name })).toBeChecked();
    // Unticking a kind of notification applies at once and is stored.
    await card(page).getByRole('checkbox', { name: '출입문 알람' }).uncheck();
    await page.reload();
    await expect(card(page).getByRole('checkbox', { name: '출입문 알람' })).not.toBeChecked();
    await expect(card(page).getByRole('checkbox', { name: '결제 알림' })).toBeChecked();
    const { id } = await playroom.book(await playroom.addRoom('푸시 시험룸'), dayFromNow(33), '12:00', '14:00');
    const pay = (amount: number) =>
      playroom.ask('admin', 'POST', 'payment', { reservationId: id, method: 'CASH', amount, mayExceedDue: true });
    await playroom.letPaymentsRing();
    await pay(31_000);
    await expect.poll(() => browser.pushed.length).toBe(1);
    expect(browser.pushed[0]?.said).toMatchObject({
      title: expect.stringMatching(/^(강남점 · 결제 완료|새 결제 알림 \d+건)$/),
      lang: 'ko',
      kind: 'MONEY',
    });
    expect(browser.pushed[0]?.headers).toMatchObject({ topic: 'munjigi-money', urgency: 'normal' });
    // The lookup shows that push is on, and does not offer desktop notifications.
    await page.goto('/dashboard/admin/notification');
    await expect(page.getByText('창을 닫아도 새 알림을 받고 있어요.')).toBeVisible();
    await page.getByRole('link', { name: '알림 받기 설정' }).click();
    await card(page).getByRole('button', { name: '이 브라우저에서 끄기' }).click();
    await expect(state(page)).toHaveText('이 브라우저에서는 받지 않아요.');
    const before = browser.requestCount();
    await pay(32_000);
    await expect
      .poll(
        async () =>
          (await playroom.ask<{ total: number }>('owner', 'GET', 'payment/notification?limit=1&state=unconfirmed'))
            .total,
      )
      .toBeGreaterThan(1);
    expect(browser.requestCount()).toBe(before);
    expect(
      await page.evaluate(() => [localStorage.getItem('munjigi-push'), localStorage.getItem('e2e-subscribed')]),
    ).toEqual([null, null]);
  },
);

test(
  'the service worker shows a pushed notification once while no page is visible, and leads to an open page without reloading it',
  inSweep({ tag: '@notifying' }),
  async ({ page, context, signInAlone, pushable, server }) => {
    await pushable(await signInAlone('sub'), context);
    await turnOn(page);
    const worker = await workerOf(page, context, server);
    // A visible page has shown it at the bell already.
    await worker.deliver(message());
    const [running] = context.serviceWorkers();
    if (running === undefined) throw new Error('No worker runs');
    await page.goto('/404');
    // A page that was left counts as a visible client until the browser has destroyed it.
    await expect
      .poll(() =>
        running.evaluate(async () => {
          const { clients } = self as unknown as { clients: { matchAll(options: object): Promise<{ url: string }[]> } };
          return (await clients.matchAll({ type: 'window', includeUncontrolled: true })).map(
            ({ url }) => new URL(url).pathname,
          );
        }),
      )
      .toEqual(['/404']);
    await worker.deliver(message({ kind: 'ALARM', title: '강남점 · 문이 강제로 열렸어요', open: '/dashboard/door' }));
    await expect.poll(worker.shown).toEqual([
      expect.objectContaining({
        title: '강남점 · 문이 강제로 열렸어요',
        tag: 'munjigi-alarm',
        open: '/dashboard/door',
      }),
    ]);
    await worker.deliver(message());
    await worker.deliver(message());
    await worker.deliver(message({ title: '새 결제 알림 2건' }));
    // A message that is not JSON shows nothing.
    await worker.deliver('no JSON');
    await worker.deliver(JSON.stringify({ title: 'half' }));
    await expect
      .poll(async () => (await worker.shown()).map(({ title, tag, lang }) => [tag, title, lang]).sort())
      .toEqual([
        ['munjigi-alarm', '강남점 · 문이 강제로 열렸어요', 'ko'],
        ['munjigi-money', '새 결제 알림 2건', 'ko'],
      ]);
    // The listener for the service worker loads last. Until then the worker cannot know that the page would navigate.
    await page.addInitScript(() => {
      const container = navigator.serviceWorker;
      const startMessages = container.startMessages.bind(container);
      container.startMessages = () => {
        startMessages();
        Object.assign(window, { isListening: true });
      };
    });
    await page.goto(ACCOUNT);
    await expect(state(page)).toHaveText('이 브라우저에서 받고 있어요.');
    await expect.poll(() => page.evaluate(() => 'isListening' in window)).toBe(true);
    await page.evaluate(() => Object.assign(window, { isTheSamePage: true }));
    const click = (tag: string, open?: string) =>
      running.evaluate(
        async ([which, instead]) => {
          const scope = self as unknown as {
            registration: ServiceWorkerRegistration;
            dispatchEvent(event: Event): boolean;
          };
          if (instead !== undefined)
            await scope.registration.showNotification('elsewhere', { tag: which, data: { open: instead } });
          const [notification] = await scope.registration.getNotifications({ tag: which });
          const Click = (globalThis as unknown as { NotificationEvent: new (type: string, init: object) => Event })
            .NotificationEvent;
          scope.dispatchEvent(new Click('notificationclick', { notification }));
        },
        [tag, open] as const,
      );
    await click('munjigi-money');
    await expect(page).toHaveURL('/dashboard/admin/notification?state=unconfirmed');
    expect(await page.evaluate(() => 'isTheSamePage' in window)).toBe(true);
    // A click never leads to another origin.
    await click('munjigi-elsewhere', 'https://example.com/dashboard/door');
    await expect(page).toHaveURL('/dashboard');
    // A window that is open on a desk does not silence the person on call (OC-3).
    await worker.deliver(message());
    await worker.deliver(message({ kind: 'ON_CALL', title: '강남점 · 당직', open: '/dashboard/on-call' }));
    await expect
      .poll(async () => (await worker.shown()).map(({ tag, open }) => [tag, open]).sort())
      .toEqual([
        ['munjigi-alarm', '/dashboard/door'],
        ['munjigi-on_call', '/dashboard/on-call'],
      ]);
  },
);

test(
  'signing out ends push for this browser only; the other browsers are listed and ended one by one',
  inSweep({ tag: '@notifying' }),
  async ({ page, context, signInAlone, pushable, service, server }) => {
    const token = await signInAlone('care');
    const asPhone = async () => {
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'user-agent': 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
        'idempotency-key': crypto.randomUUID(),
      };
      const { publicKey } = (await (await fetch(`${server}/api/v2/auth/push`, { headers })).json()) as {
        publicKey: string;
      };
      const reply = await fetch(`${server}/api/v2/auth/push`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ ...service.subscribe(publicKey).subscription, kinds: ['ALARM'] }),
      });
      expect(reply.status).toBe(200);
    };
    await asPhone();
    await asPhone();
    await pushable(token, context);
    await page.setViewportSize(PHONE);
    await turnOn(page);
    // The help desk approves nothing, so its card has no kind for approvals.
    await expect(card(page).getByRole('checkbox')).toHaveCount(6);
    await expect(card(page).getByText('다른 브라우저 2곳에서도 받고 있어요')).toBeVisible();
    await expect(page.getByTestId('push-browser').first()).toContainText('Chrome · Android');
    // An alarm of another test may already have been sent to this browser.
    await expect(page.getByTestId('push-browser').first()).toContainText(/아직 보낸 알림 없음|마지막 발송/);
    await fitsTheScreen(page);
    for (const language of ['kr', 'en']) {
      await page.goto(`/dashboard/account?lng=${language}#push`);
      await expect(page.getByTestId('push-browser')).toHaveCount(2);
      await expectAccessible(page, { what: `push, ${language}`, within: '[data-testid=push]', modes: MODES });
      await fitsTheScreen(page);
    }
    await page.getByTestId('push-browser').first().getByRole('button', { name: 'Turn off Chrome · Android' }).click();
    await expect(page.getByTestId('push-browser')).toHaveCount(1);
    // The toast stands over the header for a moment, and a pointer on it would keep it there.
    await expect(page.getByText('Notifications are off in that browser.')).toBeHidden();
    await page.getByTestId('account-button').click();
    await page.getByTestId('sign-out').click();
    await expect(page).toHaveURL(/\/auth\/jwt\/sign-in/);
    expect(
      await page.evaluate(() => [localStorage.getItem('munjigi-push'), localStorage.getItem('e2e-subscribed')]),
    ).toEqual([null, null]);
  },
);

const CANNOT = [
  {
    name: 'blocked',
    state: 'denied',
    text: '브라우저가 알림을 막고 있어요.',
    english: 'Your browser blocks notifications.',
    init: () => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }),
  },
  {
    name: 'without push',
    state: 'absent',
    text: '이 브라우저는 창을 닫은 뒤의 알림을 지원하지 않아요.',
    english: 'This browser cannot receive notifications while it is closed.',
    init: () => Reflect.deleteProperty(window, 'PushManager'),
  },
  {
    name: 'over plain HTTP',
    state: 'insecure',
    text: 'https 주소로 접속해 주세요.',
    english: 'Open the https address.',
    init: () => Object.defineProperty(window, 'isSecureContext', { get: () => false }),
  },
  {
    name: 'of an iPhone, not on the home screen',
    state: 'uninstalled',
    text: '홈 화면에 추가해야 받을 수 있어요.',
    english: 'push notifications work only from the home screen',
    init: () => {
      Reflect.deleteProperty(window, 'PushManager');
      Object.defineProperty(navigator, 'userAgent', { get: () => 'iPhone' });
    },
  },
] as const;
for (const it of CANNOT) {
  test(`push in a browser ${it.name} is explained, with the next step`, inSweep(), async ({ page, signIn }) => {
    await page.addInitScript(it.init);
    await signIn('admin');
    await page.setViewportSize(PHONE);
    await page.goto(ACCOUNT);
    await expect(state(page)).toHaveAttribute('data-state', it.state);
    await expect(state(page)).toContainText(it.text);
    await expect(card(page).getByRole('button', { name: '이 브라우저에서 받기' })).toHaveCount(0);
    await expectAccessible(page, { what: `push ${it.state}`, within: '[data-testid=push]', modes: ['light'] });
    await page.goto('/dashboard/account?lng=en#push');
    await expect(state(page)).toContainText(it.english);
    await fitsTheScreen(page);
  });
}

test(
  'push: when another person signs in on a browser, it shows them nothing of the person before',
  inSweep({ tag: '@notifying' }),
  async ({ page, context, signInAlone, pushable, server }) => {
    const token = await signInAlone('owner2');
    await pushable(token, context);
    await turnOn(page);
    const { accessToken } = (await (
      await fetch(`${server}/api/v2/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'owner@demo.test', password: 'demo-password-1234' }),
      })
    ).json()) as { accessToken: string };
    await page.evaluate((next) => sessionStorage.setItem('jwt_access_token', next), accessToken);
    await page.goto('/dashboard');
    await expect
      .poll(() => page.evaluate(() => [localStorage.getItem('munjigi-push'), localStorage.getItem('e2e-subscribed')]))
      .toEqual([null, null]);
  },
);
