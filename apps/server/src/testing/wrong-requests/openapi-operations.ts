/** The part of JSON Schema 2020-12 that our OpenAPI document uses. */
export interface Schema {
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'null';
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
}

export interface Operation {
  readonly operationId: string;
  readonly method: string;
  /** The path with its parameters in braces. */
  readonly path: string;
  readonly query: readonly { readonly name: string; readonly required: boolean; readonly schema: Schema }[];
  /** Schemas by media type. */
  readonly body: Readonly<Record<string, Schema>>;
  /** The media type of a 200 reply; any type for files. */
  readonly replyType: string;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>;
}
interface DocumentOperation {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
}

/** Reads every operation of the OpenAPI document that the server at `url` serves. */
export async function readOperations(url: string): Promise<readonly Operation[]> {
  const response = await fetch(`${url}/api/v2/openapi.json`);
  const document = (await response.json()) as Document;
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => toOperation(path, method, operation)),
  );
}

function toOperation(
  path: string,
  method: string,
  { operationId, parameters = [], requestBody, responses }: DocumentOperation,
): Operation {
  return {
    operationId,
    method: method.toUpperCase(),
    path,
    query: parameters
      .filter((parameter) => parameter.in === 'query')
      .map(({ name, required = false, schema }) => ({ name, required, schema })),
    body: Object.fromEntries(Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => [type, schema])),
    replyType: Object.keys(responses['200']?.content ?? {})[0] ?? '*/*',
  };
}
