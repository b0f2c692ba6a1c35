import { countryCodes } from '@fanlight/contract/country-codes'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { notFoundProblem } from '../../../platform/http/http.ts'
import { tablePath } from './tables.ts'

// spec: flags.path

/** Flags come from our own server, so that no other server learns who views what. */
export function serveFlags(app: FastifyInstance): void {
  const folder = join(dirname(tablePath('flag-icons/package.json')), 'flags', '4x3')
  app.get<{ Params: { file: string } }>('/api/flags/:file', { schema: { hide: true } }, async (request, reply) => {
    const code = /^([a-z]{2})\.svg$/.exec(request.params.file)?.[1]
    const file = code && countryCodes.has(code.toUpperCase()) && join(folder, `${code}.svg`)
    if (!file)
      return reply
        .status(404)
        .type('application/problem+json')
        .send(JSON.stringify(notFoundProblem(request)))
    const { size, mtimeMs } = await stat(file)
    const etag = `W/"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"`
    reply.headers({
      etag,
      'cache-control': 'public, max-age=604800',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('image/svg+xml').send(createReadStream(file))
  })
}
