import { usePanelText, type PanelText } from './panel-texts.ts';
import type { ContactOfGuest } from '@munjigi/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { toGuestProblem, type GuestProblem } from '../../shared/guest-api.ts';
import { useGuest } from '../guest-context.ts';
import { describeProblem } from '../problem-text.ts';

type Refusal = ContactOfGuest['refusals'][number];
interface ContactChange {
  readonly language?: ContactOfGuest['language'];
  readonly email?: string;
  readonly refusals?: readonly Refusal[];
}

/** What the guest chose or typed and did not save yet. Staff can change the rest meanwhile. */
interface ContactDraft {
  readonly email: string;
  readonly language?: ContactOfGuest['language'];
  readonly refusals: readonly Refusal[];
}
const NO_DRAFT: ContactDraft = { email: '', refusals: [] };

interface ContactPanelProps {
  readonly onClose: () => void;
}

/** Where messages go, in which language, and which the guest refuses (GP-7). */
export function ContactPanel({ onClose }: ContactPanelProps) {
  const text = usePanelText();
  const { contact, draft, setDraft, notice, fault, isSending, change } = useContact();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div data-testid="contact-panel">
      <h3 ref={heading} tabIndex={-1}>
        {text('contact.title')}
      </h3>
      {contact === null && fault === '' && <div className="skeleton skeleton-line" />}
      {contact !== null && (
        <ContactForm contact={contact} draft={draft} isSending={isSending} onDraft={setDraft} onChange={change} />
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

/** The settings as the server has them, the draft of the guest, and a change of both. */
function useContact() {
  const { send } = useGuest();
  const text = usePanelText();
  const [draft, setDraft] = useState(NO_DRAFT);
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
      // Removing the address leaves the other choices to be saved.
      setDraft(wish.email === '' ? { ...draft, email: '' } : NO_DRAFT);
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
  return { contact, draft, setDraft, notice, fault, isSending, change: (wish: ContactChange) => void change(wish) };
}

function describeContactProblem(problem: GuestProblem, text: PanelText): string {
  if (problem.code === 'INVALID_INPUT') return text('contact.badEmail');
  if (problem.code === 'MESSAGE_LIMIT') return text('contact.limited');
  return problem.code === 'STALE' ? text('contact.stale') : describeProblem(problem, text);
}

interface ContactFormProps {
  readonly contact: ContactOfGuest;
  readonly draft: ContactDraft;
  readonly isSending: boolean;
  readonly onDraft: (draft: ContactDraft) => void;
  readonly onChange: (wish: ContactChange) => void;
}

function ContactForm({ contact, draft, isSending, onDraft, onChange }: ContactFormProps) {
  const text = usePanelText();
  const { email, language = contact.language, refusals } = draft;
  const typed = email.trim();
  const changed = refusals.filter(({ kind, isRefused }) => isRefusedNow(contact, kind) !== isRefused);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onChange({
          language,
          ...(typed !== '' && { email: typed }),
          ...(changed.length > 0 && { refusals: changed }),
        });
      }}
    >
      <label>
        {text('contact.language')}
        <select
          value={language}
          onChange={({ target }) => onDraft({ ...draft, language: target.value === 'en' ? 'en' : 'ko' })}
        >
          <option value="ko">한국어</option>
          <option value="en">English</option>
        </select>
      </label>
      {contact.hasEmails && (
        <EmailField
          contact={contact}
          email={email}
          onType={(value) => onDraft({ ...draft, email: value })}
          onRemove={() => onChange({ email: '' })}
        />
      )}
      {contact.refusals.length > 0 && <KindChoices contact={contact} draft={draft} onDraft={onDraft} />}
      <button type="submit" className="button" aria-disabled={isSending}>
        {text(isSending ? 'contact.saving' : 'contact.save')}
      </button>
    </form>
  );
}

function isRefusedNow({ refusals }: ContactOfGuest, kind: Refusal['kind']): boolean {
  return refusals.some((refusal) => refusal.kind === kind && refusal.isRefused);
}

interface EmailFieldProps extends Pick<ContactFormProps, 'contact'> {
  readonly email: string;
  readonly onType: (email: string) => void;
  readonly onRemove: () => void;
}

function EmailField({ contact: { maskedEmail }, email, onType, onRemove }: EmailFieldProps) {
  const text = usePanelText();
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

function KindChoices({ contact, draft, onDraft }: Pick<ContactFormProps, 'contact' | 'draft' | 'onDraft'>) {
  const text = usePanelText();
  const setRefusal = (refusal: Refusal) =>
    onDraft({ ...draft, refusals: [...draft.refusals.filter(({ kind }) => kind !== refusal.kind), refusal] });
  return (
    <fieldset className="choices">
      <legend>{text('contact.kinds')}</legend>
      {contact.refusals.map(({ kind, isRefused }) => (
        <label key={kind} className="choice">
          <input
            type="checkbox"
            checked={!(draft.refusals.find((refusal) => refusal.kind === kind)?.isRefused ?? isRefused)}
            onChange={({ target }) => setRefusal({ kind, isRefused: !target.checked })}
          />
          <span>{text(`contact.kind.${kind}`)}</span>
        </label>
      ))}
      <p className="quiet">{text('contact.kinds.about')}</p>
    </fieldset>
  );
}
