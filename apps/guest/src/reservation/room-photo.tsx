import type { GuestPage } from '@munjigi/contract';
import { useEffect, useRef, useState } from 'react';
import { fetchGuest, toGuestProblem } from '../shared/guest-api.ts';
import { useStay } from './guest-context.ts';

interface RoomPhotoProps {
  readonly photo: NonNullable<GuestPage['arrival']['photo']>;
}

/** The photo of the room, requested with the token when it comes near the visible part of the page. */
export function LateRoomPhoto({ photo }: RoomPhotoProps) {
  const { page, text, token } = useStay();
  const frame = useRef<HTMLDivElement>(null);
  const [address, setAddress] = useState<string | null>(null);
  const path = `/api/v2/${encodeURIComponent(page.product.slug)}/guest/photo/${photo.id}`;
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    let url: string | null = null;
    let isGone = false;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        void loadPhoto(token, path).then((blob) => {
          if (blob === null || isGone) return;
          url = URL.createObjectURL(blob);
          setAddress(url);
        });
      },
      { rootMargin: '200px' },
    );
    observer.observe(element);
    return () => {
      isGone = true;
      observer.disconnect();
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [token, path]);
  return (
    <div ref={frame} className="photo">
      <svg viewBox={`0 0 ${photo.width} ${photo.height}`} aria-hidden="true" />
      {address !== null && <img src={address} alt={text('place.photo', { room: page.reservation.roomName })} />}
    </div>
  );
}

/** `null`: the photo is missing; the page is whole without it. */
async function loadPhoto(token: string, path: string): Promise<Blob | null> {
  try {
    return await fetchGuest(token, { method: 'GET', path }, async (reply) => (reply.ok ? reply.blob() : null));
  } catch (error) {
    console.warn('The photo did not load', toGuestProblem(error).code);
    return null;
  }
}
