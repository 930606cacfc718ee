/** Copies a text. Resolves to false where the in-app browser forbids it. */
export async function copyText(value: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    // Old web views, and pages without HTTPS, have only the older way.
    return copyBySelection(value);
  }
}

function copyBySelection(value: string): boolean {
  const field = document.createElement('textarea');
  field.value = value;
  field.readOnly = true;
  field.className = 'offscreen';
  document.body.append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } finally {
    field.remove();
  }
}
