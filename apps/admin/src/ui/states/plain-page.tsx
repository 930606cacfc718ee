/** A page without the shell, shown when no other can be. The texts are exactly those of the reference, in every language. */
export function PlainPage({ detail }: { readonly detail: string }) {
  return (
    <main className="plain-page">
      <h1>Unexpected Application Error!</h1>
      <p className="plain-page-text" data-testid="error-detail">
        {detail}
      </p>
      <a className="button" href="/">
        Munjigi
      </a>
    </main>
  );
}

/** What is shown of a failure: the message of an error, or the status of a reply that was thrown. */
export function describeFailure(failure: unknown): string {
  if (failure instanceof Response) return `${failure.status} ${failure.statusText}`;
  return failure instanceof Error ? failure.message : String(failure);
}
