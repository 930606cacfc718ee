import type { addHelpPhoto, askForHelp, HelpTrouble, ReplyOf } from '@munjigi/contract';
import { useId, useRef, useState } from 'react';
import { newActKey, toGuestProblem } from '../../shared/guest-api.ts';
import { useStay } from '../guest-context.ts';
import { describeProblem } from '../problem-text.ts';
import { shrinkPhoto } from './shrink-photo.ts';

const TROUBLES: readonly HelpTrouble[] = ['EQUIPMENT', 'DOOR', 'OTHER'];
const LONGEST_TEXT = 300;

interface HelpRequestProps {
  /** A case is open: the words and the photo are added to it. */
  readonly isOpen: boolean;
  readonly onSent: () => void;
}

/** Asks for help with a few words and a photo, or adds them to the open request (GT-9). */
export function HelpRequest({ isOpen, onSent }: HelpRequestProps) {
  const { text } = useStay();
  const { draft, setDraft, isSending, fault, send } = useRequest(isOpen, onSent);
  const words = useId();
  return (
    <form
      className="help-request"
      data-testid="help-request"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {!isOpen && (
        <div role="radiogroup" aria-label={text('help.trouble')}>
          {TROUBLES.map((trouble) => (
            <label key={trouble} className="choice">
              <input
                type="radio"
                name="trouble"
                checked={draft.trouble === trouble}
                onChange={() => setDraft({ ...draft, trouble })}
              />
              {text(`help.trouble.${trouble}`)}
            </label>
          ))}
        </div>
      )}
      <label htmlFor={words}>{text('help.words')}</label>
      <textarea
        id={words}
        rows={3}
        maxLength={LONGEST_TEXT}
        placeholder={text('help.example')}
        value={draft.words}
        onChange={({ target }) => setDraft({ ...draft, words: target.value })}
      />
      <label className="button file">
        {text(draft.photo === null ? 'help.photo' : 'help.photo.chosen')}
        <input
          type="file"
          className="offscreen"
          accept="image/jpeg,image/png,image/webp"
          onChange={({ target }) => setDraft({ ...draft, photo: target.files?.[0] ?? null })}
        />
      </label>
      <button type="submit" className="button" aria-disabled={isSending}>
        {text(isSending ? 'help.sending' : 'help.send')}
      </button>
      {fault !== '' && (
        <p role="alert" className="bad">
          {fault}
        </p>
      )}
    </form>
  );
}

interface Draft {
  readonly trouble: HelpTrouble;
  readonly words: string;
  readonly photo: File | null;
}
const EMPTY: Draft = { trouble: 'EQUIPMENT', words: '', photo: null };

function useRequest(isOpen: boolean, onSent: () => void) {
  const { text, send, live } = useStay();
  const [draft, setDraft] = useState(EMPTY);
  const [isSending, setSending] = useState(false);
  const [fault, setFault] = useState('');
  const keys = useRef({ request: '', key: '', photo: null as File | null, photoKey: '' });

  /** After a lost answer the same words and the same photo get their first reply, and are not added twice. */
  async function sendDraft({ trouble, words, photo }: Draft): Promise<void> {
    const body = { trouble, text: words.trim() };
    const request = JSON.stringify(body);
    if (keys.current.request !== request) keys.current = { ...keys.current, request, key: newActKey() };
    if (keys.current.photo !== photo) keys.current = { ...keys.current, photo, photoKey: newActKey() };
    const { key, photoKey } = keys.current;
    if (!isOpen || body.text !== '')
      await send<ReplyOf<typeof askForHelp>>({ method: 'POST', path: 'help', body, key });
    if (photo === null) return;
    const shrunk = await shrinkPhoto(photo);
    await send<ReplyOf<typeof addHelpPhoto>>({ method: 'POST', path: 'help/photo', body: shrunk, key: photoKey });
  }

  async function submit(): Promise<void> {
    if (isSending) return;
    if (draft.words.trim() === '' && draft.photo === null && (isOpen || draft.trouble !== 'DOOR'))
      return setFault(text('help.words.missing'));
    setSending(true);
    setFault('');
    try {
      await sendDraft(draft);
      keys.current = { request: '', key: '', photo: null, photoKey: '' };
      setDraft(EMPTY);
      onSent();
    } catch (error) {
      const problem = toGuestProblem(error);
      const isPhoto = problem.code === 'PHOTO_INVALID' || problem.code === 'TOO_MANY_PHOTOS' || problem.status === 413;
      setFault(isPhoto ? text('help.photo.refused') : describeProblem(problem, text));
    }
    await live.refresh();
    setSending(false);
  }
  return { draft, setDraft, isSending, fault, send: submit };
}
