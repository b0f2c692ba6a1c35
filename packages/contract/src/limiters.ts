/**
 * One registry of limiters: how many, per how many seconds, counted by what.
 * `account` falls back to the address for visitors. An IPv6 address counts as its /64.
 */
export const limiters = {
  read: { max: 600, seconds: 60, by: 'account' },
  write: { max: 120, seconds: 60, by: 'account' },
  upload: { max: 120, seconds: 60, by: 'account' },
  /** Parts of resumable uploads: a large video is sent in some hundred. */
  uploadPart: { max: 1200, seconds: 60, by: 'account' },
  /** Typing signals: one every three seconds, and their ends. */
  signal: { max: 60, seconds: 60, by: 'account' },
  money: { max: 60, seconds: 60, by: 'account' },
  login: { max: 20, seconds: 60, by: 'address' },
  /** Called by every log-in page whose browser offers passkeys. */
  passkey: { max: 60, seconds: 60, by: 'address' },
  register: { max: 10, seconds: 600, by: 'address' },
  /** Enough for typing a name; few for listing who has an account. */
  username: { max: 30, seconds: 600, by: 'address' },
  mail: { max: 5, seconds: 600, by: 'address' },
  /** Reports and appeals: enough for several things of one page, few for a flood. */
  report: { max: 20, seconds: 600, by: 'account' },
  admin: { max: 600, seconds: 60, by: 'account' },
  webhook: { max: 6000, seconds: 60, by: 'address' },
} as const satisfies Record<string, { max: number; seconds: number; by: 'account' | 'address' }>

export type LimiterName = keyof typeof limiters
