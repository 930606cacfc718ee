/** What an error says, for a line that a person reads. Libraries also throw values that are no `Error`. */
export function toErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
