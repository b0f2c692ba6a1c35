/** The status of an account: an expired suspension no longer counts, whether or not it has been cleared yet. */
export const statusSql = (account: string): string =>
  `CASE WHEN ${account}.status = 'suspended' AND ${account}.status_until <= app_now() THEN status_beneath(${account}.id) ELSE ${account}.status END`
