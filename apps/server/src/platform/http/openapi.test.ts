import { declared } from '@fanlight/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '../../testing/api.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let document: any
beforeAll(async () => {
  server = await startTestServer()
  document = (await api(server).get('/openapi.json')).body
})
afterAll(() => server.stop())

const operation = (route: string) => {
  const [method = '', path = ''] = route.split(' ')
  return document.paths[`/api${path.replaceAll(/:(\w+)/g, '{$1}')}`][method.toLowerCase()]
}
const codes = (route: string, status: number): string[] => {
  const name = operation(route).responses[status]?.$ref.split('/').at(-1)
  return (
    document.components.responses[name]?.content['application/problem+json'].schema.allOf[1].properties.code.enum ?? []
  )
}

test('every call is in the document, with its errors and who may call it', () => {
  for (const { route, who } of declared) {
    const { responses, security, 'x-who': shown } = operation(route)
    expect(Object.keys(responses), route).toEqual(
      expect.arrayContaining([expect.stringMatching(/^20[014]$/), '429', '503']),
    )
    expect(
      security.some((entry: object) => Object.keys(entry).length === 0),
      route,
    ).toBe(who === 'public')
    expect(shown, route).toBe(who)
    expect('401' in responses, route).toBe(who !== 'public' || codes(route, 401).length > 0)
  }
})

test('errors have the codes of the call', () => {
  expect(codes('POST /wallet/charges/tip/:id', 402)).toEqual(['INSUFFICIENT_BALANCE'])
  expect(codes('POST /wallet/charges/tip/:id', 422)).toEqual(
    expect.arrayContaining(['TIP_BELOW_MINIMUM', 'KEY_REUSED']),
  )
  expect(codes('GET /admin/audit', 403)).toContain('SECOND_FACTOR_REQUIRED')
  expect(codes('POST /performer/feeds', 403)).toContain('NOT_APPROVED')
  expect(codes('GET /settings/public', 451)).toEqual([])
  expect(document.components.schemas.Problem.required).toEqual(expect.arrayContaining(['code', 'message']))
})

test('uploads have a multipart body with their files, and amounts are numbers', () => {
  const form = operation('POST /performers/avatar/upload').requestBody.content['multipart/form-data'].schema
  expect(form.properties.avatar).toEqual({ type: 'string', format: 'binary' })
  expect(form.properties.crop.type).toBe('string')
  const tip = operation('POST /wallet/charges/tip/:id').requestBody.content['application/json'].schema
  expect(tip.properties.tokens).toMatchObject({ type: 'number', minimum: 0 })
})

test('files of a form are required, unless the call also takes JSON', () => {
  for (const { route, files, formOrJson } of declared) {
    if (!files?.length) continue
    const { schema } = operation(route).requestBody.content['multipart/form-data']
    expect(
      files.filter((file) => schema.required?.includes(file)),
      route,
    ).toEqual(formOrJson ? [] : files)
  }
})

test('shapes that calls share are there once, by their names', () => {
  const { schemas } = document.components
  const text = JSON.stringify(document)
  const used = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name!))
  expect([...used].filter((name) => !(name in schemas))).toEqual([])
  expect(Object.keys(schemas).filter((name) => !used.has(name))).toEqual([])
  expect([...used]).toEqual(expect.arrayContaining(['File', 'Post', 'Receipt', 'GateInput']))
  expect(text).not.toContain('$defs')
})

test('what a refusal says beyond its code is declared', () => {
  const { properties } = document.components.schemas.Problem
  for (const member of ['price', 'missing', 'paymentId', 'failureCode', 'reason', 'receipt'])
    expect(properties[member]?.description, member).toEqual(expect.any(String))
})

test('no call takes a field that it does not name', () => {
  for (const { route, body } of declared) {
    if (!body) continue
    const { content } = operation(route).requestBody
    const [{ schema }] = Object.values(content) as [
      {
        schema: { additionalProperties?: unknown; anyOf?: object[]; oneOf?: object[] }
      },
    ]
    for (const object of schema.anyOf ?? schema.oneOf ?? [schema])
      expect(object, route).toMatchObject(
        'type' in object && object.type !== 'object' ? {} : { additionalProperties: false },
      )
  }
})

test.each([
  ['POST', '/auth/login', { username: 'noor', password: 'a-lamp-in-the-window' }],
  ['POST', '/contact', { name: 'Noor', email: 'noor@example.com', message: 'The lamp is broken.' }],
] as const)('%s %s refuses an unknown field and names it', async (method, path, body) => {
  const reply = await api(server).call(method, path, { body: { ...body, admin: true } })
  expect(reply.status).toBe(400)
  expect(reply.body.errors).toMatchObject([{ path: 'admin' }])
})

test('the pages of the reference show the document', async () => {
  expect((await api(server).get('/docs/')).text).toContain('swagger-ui')
  expect((await api(server).get('/docs/json')).body.paths).toEqual(document.paths)
})
