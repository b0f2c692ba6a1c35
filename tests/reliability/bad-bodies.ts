import type { Endpoint } from '@fanlight/contract/endpoint'

// Requests that are wrong as a whole: whatever call they are sent to, they must be refused.

export interface BadBody {
  body?: Buffer | string
  headers: Record<string, string>
}
const json = (body: Buffer | string, headers: Record<string, string> = {}): BadBody => ({
  body,
  headers: { 'content-type': 'application/json', ...headers },
})
const typed = (body: string, type: string): BadBody => ({ body, headers: { 'content-type': type } })

const deep = 10_000
/** Large bodies are sent to one call of each kind: all calls of a kind share the same body parser. */
export const bigBodies: readonly BadBody[] = [
  json('['.repeat(deep) + ']'.repeat(deep)),
  json(`${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`),
  json(JSON.stringify(Array(1_000_000).fill(1))),
  json(JSON.stringify(Array(100_000).fill(1))),
  json(`{"x":"${'x'.repeat(300_000)}"}`),
  json(`{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":1`).join()}}`),
]

export const badBodies: readonly BadBody[] = [
  json('{"__proto__":{"role":"admin"}}'),
  json('{"constructor":{"prototype":{"role":"admin"}}}'),
  json('{"name":"a","name":"b","email":"a@b.c","email":[]}'),
  json('{"a":"\u0000\\u0000\\ud800"}'),
  json(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])),
  json('\ufeff{}'),
  json('null'),
  json('7'),
  json('"x"'),
  json('[]'),
  json('{'),
  json(''),
  json('{"a":1e400}'),
  json('{"a":NaN}'),
  typed('{}', 'text/plain'),
  typed('<a/>', 'application/xml'),
  typed('a=b', 'application/x-www-form-urlencoded'),
  typed('{}', 'application/json; charset=utf-16'),
  typed('{}', ';;;'),
  typed('--x--', 'multipart/form-data'),
  json('{}', { authorization: 'x'.repeat(12_000) }),
  json('{}', { cookie: `token=${'%00'.repeat(50)}; locale=%; device=\u00ff` }),
  json('{}', {
    'idempotency-key': 'x'.repeat(500),
    'accept-language': ',;q=,'.repeat(500),
    'user-agent': '\u00ff'.repeat(900),
  }),
  json('{}', { 'content-encoding': 'gzip' }),
]

/** Forms that are broken, for calls that take files. */
export function badForms(call: Endpoint): BadBody[] {
  const file = call.files?.[0] ?? 'file'
  const form = (body: string, boundary = 'x'): BadBody => typed(body, `multipart/form-data; boundary=${boundary}`)
  const part = (name: string, content: string, more = '') =>
    `--x\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${content}\r\n`
  const upload = (content: string, name = file) => part(name, content, '; filename="a.mp4"')
  return [
    form('--x\r\ncontent-disposition: form-data; name="a'),
    form(`--x\r\ncontent-disposition: form-data; name="${file}"; filename="a"\r\n\r\nabc`),
    form(`${part('__proto__', '1')}--x--\r\n`),
    form(`${upload('text named as a video')}--x--\r\n`),
    form(`${upload('')}--x--\r\n`),
    form(`${upload('abc', 'another')}--x--\r\n`),
    form(`${upload('abc')}${upload('def')}--x--\r\n`),
    form(`${upload('abc')}--y--\r\n`),
    form('--x--\r\n'),
    form(''),
    form(upload('abc'), ''),
    form(upload('abc'), 'x'.repeat(5_000)),
    form(`${part('a', '1').repeat(1_000)}--x--\r\n`),
    form(`${upload('a').repeat(1_000)}--x--\r\n`),
    form(`${part('n'.repeat(10_000), '1')}--x--\r\n`),
    form(`${part('n', 'v'.repeat(200_000))}--x--\r\n`),
    form(`--x\r\n${'x-header: y\r\n'.repeat(5_000)}\r\n1\r\n--x--\r\n`),
    form(
      `--x\r\ncontent-disposition: form-data; name=${file}; filename="../../\u0000/etc/passwd"\r\n\r\nabc\r\n--x--\r\n`,
    ),
    form(`--x\r\ncontent-type: application/json\r\n\r\n{}\r\n--x--\r\n`),
    form(`--x\r\ncontent-disposition: attachment\r\n\r\nabc\r\n--x--\r\n`),
    form(
      `--x\r\ncontent-disposition: form-data; name="${file}"; filename="a"\r\ncontent-transfer-encoding: base64\r\n\r\n####\r\n--x--\r\n`,
    ),
    typed('', 'multipart/mixed; boundary=x'),
    typed('{}', 'application/json'),
  ]
}
