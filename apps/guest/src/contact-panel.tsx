import type { ContactOfGuest } from '@munjigi/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { toGuestProblem, type GuestProblem } from './guest-api.ts';
import { useGuest } from './guest-context.ts';
import { describeProblem } from './problem-text.ts';
import type { Translate } from './texts.ts';

type RefusableKind = ContactOfGuest['refusals'][number]['kind'];
interface ContactChange {
  readonly language?: ContactOfGuest['language'];
  readonly email?: string;
  readonly refusedKinds?: readonly RefusableKind[];
}

interface ContactPanelProps {
  readonly onClose: () => void;
}

/** Where messages go, in which language, and which the guest refuses (GP-7). */
export function ContactPanel({ onClose }: ContactPanelProps) {
  const { text } = useGuest();
  const { contact, email, setEmail, notice, fault, isSending, change } = useContact();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div data-testid="contact-panel">
      <h3 ref={heading} tabIndex={-1}>
        {text('contact.title')}
      </h3>
      {contact === null && fault === '' && <div className="skeleton skeleton-line" />}
      {/* Each answer of the server is the new beginning; an address that was not stored stays in its field. */}
      {contact !== null && (
        <ContactForm
          key={JSON.stringify(contact)}
          contact={contact}
          email={email}
          isSending={isSending}
          onType={setEmail}
          onChange={change}
        />
      )}
      <p className="good" role="status">
        {notice}
      </p>
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

/** The settings as the server has them, the address that the guest types, and a change of both. */
function useContact() {
  const { send, text } = useGuest();
  const [email, setEmail] = useState('');
  const [contact, setContact] = useState<ContactOfGuest | null>(null);
  const [notice, setNotice] = useState('');
  const [fault, setFault] = useState('');
  const [isSending, setSending] = useState(false);
  const load = useCallback(
    () =>
      send<ContactOfGuest>({ method: 'GET', path: 'contact' }).then(setContact, (error: unknown) =>
        setFault(describeProblem(toGuestProblem(error), text)),
      ),
    [send, text],
  );
  useEffect(() => void load(), [load]);

  async function change(wish: ContactChange): Promise<void> {
    if (contact === null || isSending) return;
    setSending(true);
    setNotice('');
    setFault('');
    const body = { version: contact.version, ...wish };
    try {
      setContact(await send<ContactOfGuest>({ method: 'PATCH', path: 'contact', body }));
      setEmail('');
      setNotice(text('contact.saved'));
    } catch (error) {
      const problem = toGuestProblem(error);
      setFault(describeContactProblem(problem, text));
      // Another change came first, or the answer was lost.
      if (problem.code === 'STALE' || problem.code === 'NO_CONNECTION') await load();
    } finally {
      setSending(false);
    }
  }
  return { contact, email, setEmail, notice, fault, isSending, change: (wish: ContactChange) => void change(wish) };
}

function describeContactProblem(problem: GuestProblem, text: Translate): string {
  if (problem.code === 'INVALID_INPUT') return text('contact.badEmail');
  if (problem.code === 'MESSAGE_LIMIT') return text('contact.limited');
  return problem.code === 'STALE' ? text('contact.stale') : describeProblem(problem, text);
}

interface ContactFormProps {
  readonly contact: ContactOfGuest;
  readonly email: string;
  readonly isSending: boolean;
  readonly onType: (email: string) => void;
  readonly onChange: (wish: ContactChange) => void;
}

function ContactForm({ contact, email, isSending, onType, onChange }: ContactFormProps) {
  const { text } = useGuest();
  const [language, setLanguage] = useState(contact.language);
  const [refused, setRefused] = useState(() => refusedKindsOf(contact));
  const typed = email.trim();
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onChange({
          language,
          ...(typed !== '' && { email: typed }),
          ...(contact.refusals.length > 0 && { refusedKinds: refused }),
        });
      }}
    >
      <label>
        {text('contact.language')}
        <select value={language} onChange={({ target }) => setLanguage(target.value === 'en' ? 'en' : 'ko')}>
          <option value="ko">한국어</option>
          <option value="en">English</option>
        </select>
      </label>
      {contact.hasEmails && (
        <EmailField contact={contact} email={email} onType={onType} onRemove={() => onChange({ email: '' })} />
      )}
      {contact.refusals.length > 0 && <KindChoices contact={contact} refused={refused} onChange={setRefused} />}
      <button type="submit" className="button" aria-disabled={isSending}>
        {text(isSending ? 'contact.saving' : 'contact.save')}
      </button>
    </form>
  );
}

function refusedKindsOf({ refusals }: ContactOfGuest): readonly RefusableKind[] {
  return refusals.filter(({ isRefused }) => isRefused).map(({ kind }) => kind);
}

interface EmailFieldProps extends Pick<ContactFormProps, 'contact' | 'email' | 'onType'> {
  readonly onRemove: () => void;
}

function EmailField({ contact: { maskedEmail }, email, onType, onRemove }: EmailFieldProps) {
  const { text } = useGuest();
  return (
    <>
      <label>
        {text('contact.email')}
        <input
          type="email"
          autoComplete="email"
          maxLength={200}
          placeholder={maskedEmail}
          value={email}
          onChange={({ target }) => onType(target.value)}
        />
      </label>
      <p className="quiet">
        {maskedEmail === '' ? text('contact.email.about') : text('contact.email.now', { email: maskedEmail })}
      </p>
      {maskedEmail !== '' && (
        <button type="button" className="button small" onClick={onRemove}>
          {text('contact.email.remove')}
        </button>
      )}
    </>
  );
}

interface KindChoicesProps extends Pick<ContactFormProps, 'contact'> {
  readonly refused: readonly RefusableKind[];
  readonly onChange: (refused: readonly RefusableKind[]) => void;
}

function KindChoices({ contact, refused, onChange }: KindChoicesProps) {
  const { text } = useGuest();
  return (
    <fieldset className="choices">
      <legend>{text('contact.kinds')}</legend>
      {contact.refusals.map(({ kind }) => (
        <label key={kind} className="choice">
          <input
            type="checkbox"
            checked={!refused.includes(kind)}
            onChange={({ target }) =>
              onChange(target.checked ? refused.filter((other) => other !== kind) : [...refused, kind])
            }
          />
          <span>{text(`contact.kind.${kind}`)}</span>
        </label>
      ))}
      <p className="quiet">{text('contact.kinds.about')}</p>
    </fieldset>
  );
}
