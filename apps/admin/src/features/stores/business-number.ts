/** Formats ten digits as a business number with dashes. */
export function formatBusinessNumber(text: string): string {
  return text.trim().replace(/^(\d{3})(\d{2})(\d{5})$/, '$1-$2-$3');
}

export function isBusinessNumber(text: string): boolean {
  return /^\d{3}-\d{2}-\d{5}$/.test(text);
}
