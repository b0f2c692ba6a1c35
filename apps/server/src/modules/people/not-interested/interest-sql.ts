/** Whether what columns name may be suggested to an account: neither a creator nor a post that they are not interested in. */
export const isOfInterestSql = (account: string, ...subjects: readonly [string, ...string[]]): string =>
  `NOT EXISTS (SELECT FROM not_interested ni WHERE ni.account_id = ${account} AND ni.subject_id IN (${subjects.join(', ')}))`
