import { changesState, type Endpoint, type Method, type Who } from '@fanlight/contract/endpoint'
import { type ErrorCode, errors } from '@fanlight/contract/errors'
import { limiters } from '@fanlight/contract/limiters'
import { namedSchemas } from '@fanlight/contract/named-schemas'
import { fullProblem } from '@fanlight/contract/problem-members'
import { byStatus, refusalsOf } from '@fanlight/contract/refusals'
import { z } from 'zod'

// The OpenAPI document, made of nothing but the contract: every call with its input, its reply, who may call it, and how it is refused.

type Json = Record<string, unknown>
type Schema = z.core.JSONSchema.BaseSchema

for (const [id, schema] of Object.entries(namedSchemas))
  z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id })

export function openApiOf(declared: readonly Endpoint[]): Json {
  const shared = new Map<string, Schema>()
  const { input, output } = schemasInto(shared)
  const refusals = new Map<string, Json>()
  const paths: Record<string, Record<string, Json>> = {}
  for (const endpoint of declared) {
    const path = `/api${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, { input, output, refusals }) }
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
      responses: Object.fromEntries(refusals),
      schemas: {
        Problem: output(fullProblem),
        ...Object.fromEntries([...shared].sort(([a], [b]) => (a < b ? -1 : 1))),
      },
    },
  }
}

interface Parts {
  input: ToSchema
  output: ToSchema
  /** Those of all calls, by their names. */
  refusals: Map<string, Json>
}

function operation(endpoint: Endpoint, { input, output, refusals }: Parts): Json {
  const { group, summary, who, limit, method, route } = endpoint
  const { max, seconds, by } = limiters[limit]
  return {
    operationId: route.replaceAll(/[^A-Za-z]+(\w?)/g, (_gap, next: string) => next.toUpperCase()),
    tags: [group],
    summary,
    description: `${whoMay(who)} At most ${max} calls in ${seconds} seconds for each ${by}.`,
    'x-who': who,
    security: [...(who === 'public' ? [{}] : []), { token: [] }, { cookie: [] }],
    parameters: parametersOf(endpoint, input),
    ...(changesState(method) && requestBody(endpoint, input)),
    responses: { ...success(endpoint, output), ...refusedWith(refusalsOf(endpoint), refusals) },
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

function parametersOf({ params, query, method, idempotent, protocol }: Endpoint, input: ToSchema): Json[] {
  return [
    ...(protocol === 'tus' ? tusHeaders[method]!.map(header) : []),
    ...inPart('path', params, input),
    ...inPart('query', query, input),
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

function inPart(part: 'path' | 'query', schema: z.ZodObject | undefined, input: ToSchema): Json[] {
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

function requestBody({ body, files, formOrJson, protocol, method }: Endpoint, input: ToSchema): Json {
  if (protocol === 'tus' && method === 'PATCH') {
    const content = { 'application/offset+octet-stream': { schema: { type: 'string', format: 'binary' } } }
    return { requestBody: { required: true, content } }
  }
  if (!body) return {}
  const schema = input(body)
  const fileFields = Object.fromEntries((files ?? []).map((name) => [name, { type: 'string', format: 'binary' }]))
  const form = {
    ...schema,
    properties: { ...schema.properties, ...fileFields },
    // A call that also takes JSON takes forms without files, too.
    ...(!formOrJson && { required: [...(schema.required ?? []), ...(files ?? [])] }),
  }
  const content = {
    ...((!files || formOrJson) && { 'application/json': { schema } }),
    ...((files || formOrJson) && { 'multipart/form-data': { schema: form } }),
  }
  return { requestBody: { required: !body.isOptional(), content } }
}

function success({ reply, sends, protocol, method }: Endpoint, output: ToSchema): Json {
  if (protocol === 'tus') return { [tusStatuses[method]!]: { description: 'Success, in headers' } }
  const schema = sends ? { type: 'string', format: 'binary' } : output(reply)
  const types = sends ?? ['application/json']
  return { 200: { description: 'Success', content: Object.fromEntries(types.map((type) => [type, { schema }])) } }
}

/** Calls that are refused for the same reasons share what is said of them. */
function refusedWith(codes: readonly ErrorCode[], known: Map<string, Json>): Record<number, Json> {
  const responses = [...byStatus(codes)].map(([status, group]) => {
    const response = refusal(status, group)
    const name = refusalName(known, status, group, response)
    known.set(name, response)
    return [status, { $ref: `#/components/responses/${name}` }]
  })
  return Object.fromEntries(responses)
}

/** Its codes; of more than three, a number. */
function refusalName(known: Map<string, Json>, status: number, group: readonly ErrorCode[], response: Json): string {
  if (group.length <= 3) return [status, ...group].join('.')
  const text = JSON.stringify(response)
  const found = [...known].find(([, other]) => JSON.stringify(other) === text)
  return found?.[0] ?? `${status}.${known.size}`
}

function refusal(status: number, group: readonly ErrorCode[]): Json {
  return {
    description: group.map((code) => `\`${code}\`: ${errors[code][1]}`).join('\n\n'),
    ...(waits.has(status) && { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } }),
    content: {
      'application/problem+json': {
        schema: { allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code: { enum: group } } }] },
      },
    },
  }
}
/** Refusals that end by themselves. */
const waits = new Set([429, 503])

type ToSchema = (schema: z.ZodType) => Schema

/**
 * Writes schemas that refer to the named ones, which it puts into `shared`. What is sent may be another shape than what comes back (a field
 * with a default need not be sent), so it has names of its own.
 */
function schemasInto(shared: Map<string, Schema>): { input: ToSchema; output: ToSchema } {
  const writeAs = (io: 'input' | 'output', suffix: string) => (schema: z.ZodType) => {
    const written = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: bare })
    const { $defs = {}, ...root } = JSON.parse(JSON.stringify(written), (key: string, value: unknown) =>
      key === '$ref' && typeof value === 'string'
        ? `${value.replace('#/$defs/', '#/components/schemas/')}${suffix}`
        : value,
    ) as Schema
    for (const [name, part] of Object.entries($defs)) shared.set(name + suffix, part as Schema)
    return root as Schema
  }
  return { input: writeAs('input', 'Input'), output: writeAs('output', '') }
}
const bare = ({ jsonSchema }: { jsonSchema: Schema }): void => {
  delete jsonSchema['$schema']
  delete jsonSchema['id']
}
