import type { ProblemBody, StrandedReservation } from '@munjigi/contract';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../api/call.ts';
import { problemText } from '../../api/problem-text.ts';
import { problemsByPath, type FieldErrors } from './field-errors.ts';

interface Versioned {
  readonly version: number;
}

/** How a form's draft follows from a row and becomes the body of a change. */
export interface EditFormOptions<Row extends Versioned, Draft extends object, Body extends object> {
  /** The present row; it may change while the form is open. */
  readonly row: Row;
  readonly draftOf: (row: Row) => Draft;
  /** The faults of a draft in words, by the contract's path. */
  readonly check: (draft: Draft) => FieldErrors;
  /** Called only for drafts in which `check` found no fault. */
  readonly bodyOf: (draft: Draft) => Body;
  /**
   * Sends only the fields that the person changed, and the version that they saw (AP-4). `whole`: the body of a row to
   * create.
   */
  readonly send: (
    change: Partial<Body> & Versioned,
    options: { readonly acceptStranded: boolean; readonly whole: Body },
  ) => Promise<Row>;
  readonly onSaved?: (row: Row) => void;
}

export interface EditForm<Row, Draft> {
  readonly draft: Draft;
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  readonly change: (patch: Partial<Draft>) => void;
  readonly discard: () => void;
  readonly save: () => void;
  /** Saves as the handler of a form. */
  readonly submit: (event: FormEvent) => void;
  /** The fault at a path or anywhere below it; nothing before the first attempt to save. */
  readonly errorAt: (path: string) => string | undefined;
  /** A refusal that belongs to no field, in words. */
  readonly failure: string | null;
  /** The row as another person saved it meanwhile, while the draft is based on an older version. */
  readonly theirs: Row | null;
  readonly keepTheirs: () => void;
  /** Reservations that the change would strand (ST-2); `save` was refused because of them. */
  readonly stranded: { readonly items: readonly StrandedReservation[]; readonly count: number } | null;
  readonly saveAnyway: () => void;
  readonly dismissStranded: () => void;
}

interface State<Row, Draft> {
  /** The row on which the draft is based; `null`: nothing was typed yet, and the form shows the row. */
  readonly base: Row;
  readonly draft: Draft;
}

/**
 * The draft of a form over a row that others may change meanwhile. An untouched form follows the row; a touched one
 * keeps the typed values, and a late save shows both versions (AP-4).
 */
export function useEditForm<Row extends Versioned, Draft extends object, Body extends object>(
  options: EditFormOptions<Row, Draft, Body>,
): EditForm<Row, Draft> {
  const { row, draftOf, check, bodyOf, send, onSaved } = options;
  const { base, draft, isDirty, change, discard } = useDraft(row, draftOf);
  const [isChecked, setIsChecked] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  /** The version for later saves, after the person has seen the other version and continues with their own draft. */
  const [seenVersion, setSeenVersion] = useState<number | null>(null);
  const { isStale, current, ...faults } = useFaults(refusal, draft, isChecked ? check(draft) : {});

  const theirs = current as Row | null;

  function reset(): void {
    discard();
    setIsChecked(false);
    setRefusal(null);
    setSeenVersion(null);
  }

  async function trySave(acceptStranded: boolean): Promise<void> {
    setIsChecked(true);
    if (isSaving || Object.keys(check(draft)).length > 0) return;
    // If the row changed only in fields outside this form, the newer version is used, so that the save is not stale.
    const unharmed = isSame(draftOf(row), draftOf(base)) ? row.version : base.version;
    const version = theirs?.version ?? Math.max(seenVersion ?? 0, unharmed);
    setSeenVersion(version);
    setIsSaving(true);
    try {
      const whole = bodyOf(draft);
      const saved = await send({ ...pickChanged(whole, bodyOf(draftOf(base))), version }, { acceptStranded, whole });
      reset();
      onSaved?.(saved);
    } catch (error) {
      setRefusal(error);
    } finally {
      setIsSaving(false);
    }
  }

  return {
    draft,
    isDirty,
    isSaving,
    change: (patch) => {
      change(patch);
      // The refusal was about another draft; a STALE refusal remains valid.
      if (!isStale) setRefusal(null);
    },
    discard: reset,
    save: () => void trySave(false),
    submit: preventing(() => void trySave(false)),
    theirs,
    ...faults,
    keepTheirs: reset,
    saveAnyway: () => void trySave(true),
    dismissStranded: () => setRefusal(null),
  };
}

/** The handler of a form that does this instead of loading a page. */
function preventing(run: () => void): (event: FormEvent) => void {
  return (event) => {
    event.preventDefault();
    run();
  };
}

/** The values typed over a row, and the row at that time. */
function useDraft<Row extends Versioned, Draft extends object>(row: Row, draftOf: (row: Row) => Draft) {
  const [state, setState] = useState<State<Row, Draft> | null>(null);
  const base = state?.base ?? row;
  const draft = state?.draft ?? draftOf(row);
  return {
    base,
    draft,
    isDirty: state !== null && !isSame(draft, draftOf(base)),
    change: (patch: Partial<Draft>) =>
      setState((now) => ({ base: now?.base ?? row, draft: { ...(now?.draft ?? draftOf(row)), ...patch } })),
    discard: () => setState(null),
  };
}

/** The faults that the form shows after a refused save. `own`: the faults that the form itself found in the draft. */
function useFaults(refusal: unknown, draft: object, own: FieldErrors) {
  const { t } = useTranslation('form');
  const problem: ProblemBody | null = isProblem(refusal) ? refusal : null;
  const current: unknown = problem?.code === 'STALE' ? (problem.current ?? null) : null;
  const stranded =
    problem?.code === 'WOULD_STRAND'
      ? { items: problem.stranded ?? [], count: problem.strandedCount ?? problem.stranded?.length ?? 0 }
      : null;
  const found: FieldErrors = { ...problemsByPath(t, problem), ...own };
  const isPlaced = Object.keys(found).some((path) => (path.split('.')[0] ?? '') in draft);
  return {
    isStale: problem?.code === 'STALE',
    current,
    stranded,
    errorAt: (path: string) => found[path] ?? Object.entries(found).find(([key]) => key.startsWith(`${path}.`))?.[1],
    failure: refusal === null || current !== null || stranded !== null || isPlaced ? null : problemText(t, refusal),
  };
}

/** The entries of `next` that differ from `before`. */
export function pickChanged<T extends object>(next: T, before: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(next).filter(([key, value]) => !isSame(value, before[key as keyof T])),
  ) as Partial<T>;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
