declare global {
  interface Window {
    /**
     * The requests that the head of the page (index.html, build/first-paint.ts) has sent before any of this code had
     * loaded, by their address, with the token that they carry.
     */
    munjigiEarly?: { readonly token: string; readonly replies: Record<string, Promise<Response>> };
  }
}

/** Replies that are older belong to a screen that was left before it used them. */
const LONGEST_MS = 30_000;

/**
 * The reply to an early request, once. `null` if it was not sent, was refused or failed, belongs to another session or is
 * old, so that the caller sends a normal call.
 */
export async function claimEarlyReply(url: string, token: string | null): Promise<Response | null> {
  const early = window.munjigiEarly;
  const sent = early?.replies[url];
  if (early === undefined || sent === undefined) return null;
  delete early.replies[url];
  if (early.token !== token || performance.now() > LONGEST_MS) return null;
  try {
    const reply = await sent;
    return reply.ok ? reply : null;
  } catch (error) {
    console.warn('The early request was not answered', error);
    return null;
  }
}
