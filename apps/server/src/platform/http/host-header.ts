import type { FastifyInstance } from 'fastify'
import { refuse } from '../refusal.ts'

/** Whether a request names two hosts. Node takes the first, a proxy may take the last: RFC 9112 (3.2) requires that it is refused. */
export function hasSeveralHosts({ rawHeaders }: { rawHeaders: readonly string[] }): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}

export function refuseSeveralHosts(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (hasSeveralHosts(raw)) refuse('MALFORMED_BODY')
    done()
  })
}
