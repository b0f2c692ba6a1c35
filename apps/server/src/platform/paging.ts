/** Which rows of a list are asked for. `cursor` is where the page before ended; `current` counts from 1. */
export function windowOf(query: { current: number; pageSize: number; cursor?: string | undefined }): {
  limit: number
  offset: number
} {
  const after = query.cursor === undefined ? Number.NaN : Number(Buffer.from(query.cursor, 'base64url').toString())
  const offset =
    Number.isSafeInteger(after) && after >= 0 && after <= 10_000_000 ? after : (query.current - 1) * query.pageSize
  return { limit: query.pageSize, offset }
}

/** One page as it leaves the server. */
export function pageOf<T>(data: T[], total: bigint, { limit, offset }: { limit: number; offset: number }) {
  const more = BigInt(offset + limit) < total
  return {
    data,
    total: Number(total),
    nextCursor: more ? Buffer.from(String(offset + limit)).toString('base64url') : null,
  }
}
