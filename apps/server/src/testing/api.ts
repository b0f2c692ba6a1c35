import type { FastifyInstance } from 'fastify'

export interface Reply {
  status: number
  // A test reads what it expects to be there.
  body: any
  text: string
  bytes: Buffer
  headers: Record<string, string | string[] | number | undefined>
  cookies: Record<
    string,
    { value: string; httpOnly?: boolean; sameSite?: string; secure?: boolean; maxAge?: number; expires?: Date }
  >
}
export interface Sending {
  /** Sent as JSON, but for a Buffer, which is sent as it is with the content type among the headers. */
  body?: unknown
  /** Sent as multipart/form-data. */
  form?: FormData
  headers?: Record<string, string>
  cookies?: Record<string, string>
  from?: string
}
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'PATCH'

/** A small client: `api(server).as(fan).put('/users', { name })`. Paths are those of the contract, without /api. */
export function api(server: { app: FastifyInstance }, token?: string) {
  const call = (method: Method, path: string, sending: Sending = {}) =>
    send(server.app, method, path, {
      ...sending,
      ...(token && { headers: { authorization: token, ...sending.headers } }),
    })
  return {
    call,
    /** Sends requests as a person: the result of a builder, or a token. */
    as: (who: { token: string } | string) => api(server, typeof who === 'string' ? who : who.token),
    get: (path: string, sending?: Sending) => call('GET', path, sending),
    post: (path: string, body: unknown = undefined, sending: Sending = {}) => call('POST', path, { ...sending, body }),
    put: (path: string, body: unknown = undefined, sending: Sending = {}) => call('PUT', path, { ...sending, body }),
    delete: (path: string, sending?: Sending) => call('DELETE', path, sending),
    upload: (path: string, form: FormData, sending: Sending = {}) => call('POST', path, { ...sending, form }),
  }
}

async function send(
  app: FastifyInstance,
  method: Method,
  path: string,
  { body, form, headers = {}, cookies = {}, from }: Sending,
): Promise<Reply> {
  const multipart = form && new Response(form)
  const payload = multipart
    ? Buffer.from(await multipart.arrayBuffer())
    : body === undefined
      ? undefined
      : typeof body === 'string' || Buffer.isBuffer(body)
        ? body
        : JSON.stringify(body)
  const reply = await app.inject({
    method,
    url: `/api${path}`,
    cookies,
    headers: {
      ...(multipart && { 'content-type': multipart.headers.get('content-type')! }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(payload !== undefined && { payload }),
    ...(from && { remoteAddress: from }),
  })
  return {
    status: reply.statusCode,
    body: reply.payload !== '' && /json/.test(String(reply.headers['content-type'])) ? reply.json() : undefined,
    text: reply.payload,
    bytes: reply.rawPayload,
    headers: reply.headers as Reply['headers'],
    cookies: Object.fromEntries(
      reply.cookies.map((cookie) => [cookie.name, cookie as unknown as Reply['cookies'][string]]),
    ),
  }
}

/** Fields and files of a form. A file is given by its bytes. */
export function formOf(fields: Record<string, string>, files: Record<string, Buffer> = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const [name, bytes] of Object.entries(files)) form.set(name, new Blob([new Uint8Array(bytes)]), `${name}.bin`)
  return form
}
