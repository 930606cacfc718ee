/** What the running test said it would print with `console.error`; emptied after each test. */
export const expectedErrors: RegExp[] = [];

/** For a test of something that has to complain: `console.error` with a text like this does not fail the test. */
export function expectConsoleError(pattern: RegExp): void {
  expectedErrors.push(pattern);
}
