export interface FailureReport {
  readonly id: string;
  readonly place: string;
  readonly name: string | undefined;
  readonly error: unknown;
  readonly componentStack?: string | null | undefined;
}

/** Writes one line to the console for each failure, with the shown id. */
export function reportFailure({ error, ...report }: FailureReport): void {
  console.error(
    'Screen failure',
    { ...report, isChunk: isChunkFailure(error), message: messageOf(error), path: location.pathname },
    error,
  );
}

/**
 * Whether code or styles failed to load: a new version was installed meanwhile, or the network is gone. Browsers word
 * it differently.
 */
export function isChunkFailure(error: unknown): boolean {
  return /dynamically imported module|importing a module script failed|preload css|module script/i.test(
    messageOf(error),
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
