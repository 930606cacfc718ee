import type { Readable } from 'node:stream';
import type { Endpoint } from '@munjigi/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Files as requests and replies: bytes with a media type. */

/** The reply of an endpoint of `kind: 'file'`. `body: null`: the client already has the file (304, RFC 9110 15.4.5). */
export interface FileReply {
  readonly type: string;
  readonly body: Buffer | string | Readable | null;
  /** Headers in addition to the type: `cache-control`, `etag`, `content-disposition`. */
  readonly headers?: Readonly<Record<string, string>>;
}

export function sendFileReply(reply: FastifyReply, { type, body, headers = {} }: FileReply): FastifyReply {
  reply.headers(headers);
  return body === null ? reply.code(304).send() : reply.type(type).send(body);
}

/** The body of an endpoint with `upload`: the declared media type and the bytes. */
export interface UploadedFile {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Makes the routes of this scope accept these media types as bytes, and no others. */
export function acceptUploads(scope: FastifyInstance, { types, maxBytes }: NonNullable<Endpoint['upload']>): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser([...types], { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, done) =>
    done(null, body),
  );
}
