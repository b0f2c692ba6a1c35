import { Readable } from 'node:stream'
import { exportAuditLog, readAuditLog } from '@fanlight/contract/audit-log'
import { audit } from '../../../platform/audit.ts'
import { route } from '../../../platform/http/http.ts'
import { csv } from './csv.ts'
import { entries, page } from './log.ts'

export const auditRoutes = [
  route(readAuditLog, (ctx, { query: { pageSize, cursor, ...filters } }) => page(ctx, filters, pageSize, cursor)),
  route(exportAuditLog, async (ctx, { query, viewer, request, reply }) => {
    await audit(ctx, viewer, request.id, { action: 'audit.exported', target: { type: 'audit', id: '' }, after: query })
    const day = ctx.clock.now().toISOString().slice(0, 10)
    reply
      .type('text/csv; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="audit-${day}.csv"`)
    return Readable.from(csv(entries(ctx, query)))
  }),
]
