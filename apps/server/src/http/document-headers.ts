import type { FastifyReply } from 'fastify';

/** What a page may do: the content security policy and its kin (set up in web.ts), and no device of the visitor's. */
export async function sayToDocument(reply: FastifyReply): Promise<void> {
  await reply.helmet();
  reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
}
