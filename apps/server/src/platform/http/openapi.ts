import { changesState, type Endpoint, type Method, type Who } from '@fanlight/contract/endpoint'
import { type ErrorCode, errors } from '@fanlight/contract/errors'
import { limiters } from '@fanlight/contract/limiters'
import { problem } from '@fanlight/contract/problem'
import { byStatus, refusalsOf } from '@fanlight/contract/refusals'
import { z } from 'zod'

// The OpenAPI document, made of nothing but the contract: every call with its input, its reply, who may call it, and how it is refused.

type Json = Record<string, unknown>
type Schema = z.core.JSONSchema.BaseSchema

export function openApiOf(declared: readonly Endpoint[]): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const endpoint of declared) {
    const path = `/api${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Fanlight',
      version: '1',
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'Messages are in the language of `?locale=`, the cookie `locale`, the account or the header `Accept-Language`, in this order.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The token of a log-in, with or without `Bearer` before it.',
        },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: 'token',
          description: 'The token of a log-in. A write also needs an `Origin` header that names this site.',
        },
      },
      headers: {
        RetryAfter: {
          description: 'Seconds to wait.',
          required: true,
          schema: { type: 'string', pattern: '^[0-9]+$' },
        },
      },
      schemas: { Problem: output(problem) },
    },
  }
}

function operation(endpoint: Endpoint): Json {
  const { group, summary, who, limit, method, route } = endpoint
  const { max, seconds, by } = limiters[limit]
  return {
    operationId: route.replaceAll(/[^A-Za-z]+(\w?)/g, (_gap, next: string) => next.toUpperCase()),
    tags: [group],
    summary,
    description: `${whoMay(who)} At most ${max} calls in ${seconds} seconds for each ${by}.`,
    'x-who': who,
    security: [...(who === 'public' ? [{}] : []), { token: [] }, { cookie: [] }],
    parameters: parametersOf(endpoint),
    ...(changesState(method) && requestBody(endpoint)),
    responses: { ...success(endpoint), ...refusals(refusalsOf(endpoint)) },
  }
}

function whoMay(who: Who): string {
  if (who.startsWith('admin:')) {
    const permission = who.slice('admin:'.length)
    return permission === 'any' ? 'For staff.' : `For staff with the permission \`${permission}\`.`
  }
  return roles[who as keyof typeof roles]
}
const roles = {
  public: 'For everybody, signed in or not.',
  any: 'For signed-in accounts.',
  user: 'For fans.',
  performer: 'For creators.',
  approved: 'For creators whose verification is approved.',
}

function parametersOf({ params, query, method, idempotent, protocol }: Endpoint): Json[] {
  return [
    ...(protocol === 'tus' ? tusHeaders[method]!.map(header) : []),
    ...inPart('path', params),
    ...inPart('query', query),
    ...(!changesState(method) || idempotent === 'none'
      ? []
      : [
          {
            in: 'header',
            name: 'Idempotency-Key',
            required: idempotent === 'own',
            description: 'The same key with the same body gets the first reply again.',
            schema: { type: 'string', pattern: '^[!-~]{1,200}$' },
          },
        ]),
  ]
}

/** The headers that the protocol tus 1.0.0 wants with each method. */
const tusHeaders: Partial<Record<Method, readonly string[]>> = {
  POST: ['Tus-Resumable', 'Upload-Length', 'Upload-Metadata'],
  HEAD: ['Tus-Resumable'],
  PATCH: ['Tus-Resumable', 'Upload-Offset'],
  DELETE: ['Tus-Resumable'],
}
const tusStatuses: Partial<Record<Method, number>> = { POST: 201, HEAD: 200, PATCH: 204, DELETE: 204 }
const header = (name: string): Json => ({ in: 'header', name, required: true, schema: { type: 'string' } })

function inPart(part: 'path' | 'query', schema: z.ZodObject | undefined): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = input(schema)
  return Object.entries(properties as Record<string, Schema>).map(([name, { description, ...shape }]) => ({
    in: part,
    name,
    required: part === 'path' || required.includes(name),
    ...(description && { description }),
    schema: shape,
  }))
}

function requestBody({ body, files, formOrJson, protocol, method }: Endpoint): Json {
  if (protocol === 'tus' && method === 'PATCH') {
    const content = { 'application/offset+octet-stream': { schema: { type: 'string', format: 'binary' } } }
    return { requestBody: { required: true, content } }
  }
  if (!body) return {}
  const schema = input(body)
  const fileFields = Object.fromEntries((files ?? []).map((name) => [name, { type: 'string', format: 'binary' }]))
  const form = { ...schema, properties: { ...schema.properties, ...fileFields } }
  const content = {
    ...((!files || formOrJson) && { 'application/json': { schema } }),
    ...((files || formOrJson) && { 'multipart/form-data': { schema: form } }),
  }
  return { requestBody: { required: !body.isOptional(), content } }
}

function success({ reply, sends, protocol, method }: Endpoint): Json {
  if (protocol === 'tus') return { [tusStatuses[method]!]: { description: 'Success, in headers' } }
  const schema = sends ? { type: 'string', format: 'binary' } : output(reply)
  const types = sends ?? ['application/json']
  return { 200: { description: 'Success', content: Object.fromEntries(types.map((type) => [type, { schema }])) } }
}

function refusals(codes: readonly ErrorCode[]): Record<number, Json> {
  const responses = [...byStatus(codes)].map(([status, group]) => [
    status,
    {
      description: group.map((code) => `\`${code}\`: ${errors[code][1]}`).join('\n\n'),
      ...(waits.has(status) && { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } }),
      content: {
        'application/problem+json': {
          schema: { allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code: { enum: group } } }] },
        },
      },
    },
  ])
  return Object.fromEntries(responses)
}
/** Refusals that end by themselves. */
const waits = new Set([429, 503])

const output = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any', override: withoutDialect })
const input = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: withoutDialect })
const withoutDialect = ({ jsonSchema }: { jsonSchema: Schema }): void => {
  delete jsonSchema['$schema']
}
