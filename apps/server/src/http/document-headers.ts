import type { FastifyReply } from 'fastify';

/**
 * Sets headers that restrict a document: the content security policy and related ones (configured in web.ts), and no
 * access to devices of the visitor.
 */
export function sayToDocument(reply: FastifyReply): void {
  reply.helmet();
  reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
}
