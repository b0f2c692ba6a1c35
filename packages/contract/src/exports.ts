import { z } from 'zod'
import { endpoint, one } from './endpoint.ts'
import { instant } from './fields.ts'
import { stepUpFields, stepUpRefusals } from './step-up.ts'

// Export of a user's own data: requested by the user, created by a job, available for a week.

/** Between two archives of one account. */
export const exportHoursBetween = 24

const dataExport = z.object({
  /** `failed`: the export could not be created and may be requested again at once. `withdrawn`: the password was changed since. */
  state: z.enum(['none', 'running', 'ready', 'failed', 'expired', 'withdrawn']),
  /** 0 to 100. */
  progress: z.int(),
  bytes: z.int().nullable(),
  requestedAt: instant.nullable(),
  expiresAt: instant.nullable(),
  /** Null if it may be requested now. */
  mayAskAt: instant.nullable(),
})
const base = { group: 'users', who: 'any', whileClosing: true, whileTermsDue: true } as const
const write = { ...base, limit: 'write', whileSuspended: true, idempotent: 'none' } as const

export const getExport = endpoint('GET /users/me/export', {
  ...base,
  summary: 'The archive of one’s own data that was requested last, and its progress.',
  limit: 'read',
  reply: one(dataExport),
})
export const requestExport = endpoint('POST /users/me/export', {
  ...write,
  summary: 'Asks for an archive of one’s own data: one at a time, one in 24 hours. It stays for a week.',
  refuses: ['PASSWORD_NEEDED', 'PASSWORD_WRONG', ...stepUpRefusals, 'EXPORT_RUNNING', 'EXPORT_TOO_SOON'],
  body: z.object(stepUpFields),
  reply: one(dataExport),
})
export const makeExportAddress = endpoint('POST /users/me/export/address', {
  ...write,
  summary: 'A URL of the finished archive that is valid for ten minutes, for the account that requested it.',
  refuses: ['PASSWORD_NEEDED', 'PASSWORD_WRONG', ...stepUpRefusals],
  body: z.object(stepUpFields),
  reply: one(z.object({ link: z.string() })),
})
