import type { FastifyReply } from 'fastify';

/** What a page may do: the content security policy and its kin (set up in web.ts), and no device of the visitor's. */
export function sayToDocument(reply: FastifyReply): void {
  reply.helmet();
  reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
}
