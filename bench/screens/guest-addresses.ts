interface Ask {
  <T>(method: string, path: string, body?: unknown): Promise<T>;
}

function askAs(url: string, token: string): Ask {
  return async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const reply = await fetch(`${url}/api/v2/playroom/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`);
    return (await reply.json()) as T;
  };
}

async function findStore(ask: Ask): Promise<{ readonly id: string }> {
  const { items: stores } = await ask<{ items: { id: string; name: string }[] }>('GET', 'store?limit=10');
  const store = stores.find(({ name }) => name === '강남점');
  if (store === undefined) throw new Error('The demo has no 강남점');
  return store;
}

/** Creates a stay that begins now in the first free room of a store of the demo, and the link of its guest. */
export async function createGuestLink(url: string, token: string): Promise<string> {
  const ask = askAs(url, token);
  const store = await findStore(ask);
  const room = await ask<{ id: string }>('POST', 'room', { storeId: store.id, name: '게스트 페이지', capacity: 4 });
  const slotMs = 1_800_000;
  const startsAt = Math.floor(Date.now() / slotMs) * slotMs;
  const stay = await ask<{ id: string }>('POST', 'reservation', {
    roomId: room.id,
    startsAt: new Date(startsAt).toISOString(),
    endsAt: new Date(startsAt + 4 * slotMs).toISOString(),
    headCount: 2,
    guestName: '나시험',
    guestPhone: '010-0000-7351',
    channel: 'WALK_IN',
  });
  const issued = await ask<{ token: string }>('POST', `reservation/${stay.id}/guest-access`, { replacesTokenId: null });
  return `/g/${issued.token}`;
}

/** Opens a store of the demo for online booking. Returns the address of its page. */
export async function openBookingPage(url: string, token: string): Promise<string> {
  const ask = askAs(url, token);
  const { id } = await findStore(ask);
  const { version } = await ask<{ version: number }>('GET', `store/${id}/guest-information`);
  await ask('PATCH', `store/${id}/guest-information`, { bookingIsOpen: true, version });
  return `/b/playroom/${id}`;
}
