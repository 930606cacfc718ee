import { usePanelText } from '../panels/panel-texts.ts';
import type { CompanionLink, createCompanionLink, listCompanionLinks, ReplyOf } from '@munjigi/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { copyText } from '../../shared/copy-text.ts';
import { newActKey, toGuestProblem } from '../../shared/guest-api.ts';
import { useGuest, useServerNow } from '../guest-context.ts';
import { describeProblem } from '../problem-text.ts';

type Links = ReplyOf<typeof listCompanionLinks>;

/** Creates links for companions, sends them by the phone's own menu or copies them, and revokes them (GT-23, GT-24). */
export function SharePanel({ onClose }: { readonly onClose: () => void }) {
  const text = usePanelText();
  const { links, fault, isSending, create, revoke } = useCompanionLinks();
  const { notice, uncopied, shareLink } = useShareLink();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  async function createAndShare(): Promise<void> {
    const link = await create();
    if (link !== null) await shareLink(link);
  }

  return (
    <div data-testid="share-panel">
      <h3 ref={heading} tabIndex={-1}>
        {text('share.title')}
      </h3>
      <p>{text('share.about')}</p>
      <p className="quiet">{text('share.warning')}</p>
      {links === null
        ? fault === '' && <div className="skeleton skeleton-line" />
        : links.items.map((link) => (
            <LinkRow
              key={link.id}
              link={link}
              isSending={isSending}
              onShare={() => void shareLink(link)}
              onRevoke={() => void revoke(link.id)}
            />
          ))}
      {links !== null && <NewLink links={links} isSending={isSending} onCreate={() => void createAndShare()} />}
      <p className="quiet" aria-live="polite">
        {notice}
      </p>
      {uncopied !== '' && (
        <label>
          {text('share.link')}
          <input readOnly value={uncopied} onFocus={({ target }) => target.select()} />
        </label>
      )}
      {fault !== '' && (
        <p role="alert" className="bad">
          {fault}
        </p>
      )}
      <button type="button" className="button" onClick={onClose}>
        {text('contact.close')}
      </button>
    </div>
  );
}

interface NewLinkProps {
  readonly links: Pick<Links, 'total' | 'most'>;
  readonly isSending: boolean;
  readonly onCreate: () => void;
}

function NewLink({ links: { total, most }, isSending, onCreate }: NewLinkProps) {
  const text = usePanelText();
  if (total >= most) return <p className="quiet">{text('share.most', { count: most })}</p>;
  return (
    <button type="button" className="button" aria-disabled={isSending} onClick={() => !isSending && onCreate()}>
      {text(total === 0 ? 'share.create' : 'share.createMore')}
    </button>
  );
}

interface LinkRowProps {
  readonly link: CompanionLink;
  readonly isSending: boolean;
  readonly onShare: () => void;
  readonly onRevoke: () => void;
}

/** A link with its last use. Revoking needs a second tap, because the companion is locked out at once. */
function LinkRow({ link, isSending, onShare, onRevoke }: LinkRowProps) {
  const { format, live } = useGuest();
  const text = usePanelText();
  const now = useServerNow(live);
  const [isRevoking, setRevoking] = useState(false);
  const name = text('share.name', { number: link.number });
  return (
    <div className="door" role="group" aria-label={name} data-testid="companion-link">
      <p>
        <strong>{name}</strong>{' '}
        <span className="quiet nowrap">
          {link.lastUsedAt === null
            ? text('share.unused')
            : text('share.used', { time: format.moment(link.lastUsedAt, now) })}
        </span>
      </p>
      {isRevoking ? (
        <>
          <p>{text('share.revoke.about')}</p>
          <p className="row">
            <button
              type="button"
              className="button small danger"
              aria-disabled={isSending}
              onClick={() => !isSending && onRevoke()}
            >
              {text('share.revoke.confirm')}
            </button>
            <button type="button" className="button small" onClick={() => setRevoking(false)}>
              {text('share.revoke.keep')}
            </button>
          </p>
        </>
      ) : (
        <p className="row">
          {link.path !== null && (
            <button type="button" className="button small" onClick={onShare}>
              {text('share.send')}
            </button>
          )}
          <button type="button" className="button small" onClick={() => setRevoking(true)}>
            {text('share.revoke')}
          </button>
        </p>
      )}
    </div>
  );
}

/** The valid links, with creating and revoking. Each change reads them again, also after a failure. */
function useCompanionLinks() {
  const { send } = useGuest();
  const text = usePanelText();
  const [links, setLinks] = useState<Links | null>(null);
  const [fault, setFault] = useState('');
  const [isSending, setSending] = useState(false);
  const describe = useCallback((error: unknown) => describeProblem(toGuestProblem(error), text), [text]);
  const load = useCallback(
    () =>
      send<Links>({ method: 'GET', path: 'companion' }).then(setLinks, (error: unknown) => setFault(describe(error))),
    [send, describe],
  );
  useEffect(() => void load(), [load]);

  async function change<T>(act: () => Promise<T>): Promise<T | null> {
    setSending(true);
    setFault('');
    try {
      return await act();
    } catch (error) {
      setFault(describe(error));
      return null;
    } finally {
      // Not awaited: the phone's menu opens only shortly after the tap.
      void load().finally(() => setSending(false));
    }
  }

  const create = () =>
    change(() =>
      send<ReplyOf<typeof createCompanionLink>>({ method: 'POST', path: 'companion', body: {}, key: newActKey() }),
    );
  const revoke = (id: string) => change(() => send({ method: 'DELETE', path: `companion/${id}` }));
  return { links, fault, isSending, create, revoke };
}

/** Sends a link by the phone's own menu, or copies it where the browser has none or refuses. */
function useShareLink() {
  const { page } = useGuest();
  const text = usePanelText();
  const [notice, setNotice] = useState('');
  const [uncopied, setUncopied] = useState('');

  async function shareLink({ path }: Pick<CompanionLink, 'path'>): Promise<void> {
    if (path === null) return;
    setUncopied('');
    const url = `${location.origin}${path}`;
    const words = text('share.text', { store: page.reservation.store.name, room: page.reservation.roomName });
    if ('share' in navigator) {
      try {
        return await navigator.share({ title: text('companion.title'), text: words, url });
      } catch (error) {
        // The guest closed the menu. Any other refusal falls back to copying.
        if (error instanceof DOMException && error.name === 'AbortError') return;
      }
    }
    const isCopied = await copyText(url);
    setNotice(text(isCopied ? 'share.copied' : 'copy.failed'));
    if (!isCopied) setUncopied(url);
  }
  return { notice, uncopied, shareLink };
}
