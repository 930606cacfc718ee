/** The patterns that the running test expects from `console.error`; cleared after each test. */
export const expectedErrors: RegExp[] = [];

/** For a test whose code reports an error: a `console.error` that matches the pattern does not fail the test. */
export function expectConsoleError(pattern: RegExp): void {
  expectedErrors.push(pattern);
}
