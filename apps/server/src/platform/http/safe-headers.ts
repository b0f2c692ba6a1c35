import type { FastifyReply } from 'fastify'

const headers = [
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'SAMEORIGIN'],
  ['referrer-policy', 'no-referrer'],
  ['strict-transport-security', 'max-age=31536000; includeSubDomains'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-site'],
  ['origin-agent-cluster', '?1'],
  ['x-permitted-cross-domain-policies', 'none'],
] as const

/** The security headers of every reply, which tell browsers what to block. Pages add their content security policy. */
export function addSafeHeaders(reply: FastifyReply): void {
  for (const [name, value] of headers) reply.header(name, value)
}
