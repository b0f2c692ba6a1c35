import type { FastifyRequest } from 'fastify'
import { isSiteClosedTo } from './modules/places/site-block.ts'
import type { Context } from './platform/context.ts'
import { refuseIf } from './platform/refusal.ts'
import type { Viewer } from './platform/viewer.ts'

/** What a visitor from a blocked country may still ask: whether they are, and how the page that says so looks. */
const openToBlocked = new Set(['/api/health', '/api/settings/public', '/api/block/countries/check'])
/** What still answers while the site is being worked on; staff pass everywhere. */
const openInMaintenance = new Set([
  '/api/health',
  '/api/settings/public',
  '/api/auth/login',
  '/api/auth/second-factor',
  '/api/auth/second-factor/passkey',
  '/api/auth/passkeys/challenge',
  '/api/auth/passkeys/login',
  '/api/auth/logout',
])

export const isOpenToAll = (ctx: Context, { country }: { country: string | null }): boolean =>
  !ctx.settings.get('maintenanceMode') && !isSiteClosedTo(ctx, country)

/** Country and maintenance close the API, except for staff. Pages say it in their own way. */
export function openFor(ctx: Context, request: FastifyRequest, viewer: Viewer, path = pathOf(request)): void {
  if (isOpenToAll(ctx, viewer)) return
  if (viewer.kind === 'signed-in' && viewer.role === 'admin') return
  request.isGeoBlocked = isSiteClosedTo(ctx, viewer.country)
  if (!path.startsWith('/api/')) return
  refuseIf(request.isGeoBlocked && !openToBlocked.has(path), 'GEO_BLOCKED')
  refuseIf(ctx.settings.get('maintenanceMode') && !openInMaintenance.has(path), 'MAINTENANCE')
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0]!
