import type { Reply } from '../../../api/client.ts'

/** What the editors need to know of whoever writes. */
export interface Creator {
  verificationStatus: string
  /** What the site keeps of a sale, in per cent. */
  commissionPct: number
  followers: number
  subscribers: number
}

/** The creator, out of their own profile. */
export const creatorOf = ({
  verificationStatus,
  commissionPct,
  stats,
}: Reply<'GET /performers/me'>['data']): Creator => ({
  verificationStatus,
  commissionPct,
  followers: stats.followers,
  subscribers: stats.subscribers,
})

/** Whether an item of theirs can be published. */
export const mayPublish = (verificationStatus: string): boolean => verificationStatus === 'approved'
