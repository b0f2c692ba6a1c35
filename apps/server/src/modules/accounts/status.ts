/** What an account is: a suspension that has run out counts no longer, whether or not anybody has tidied it away. */
export const statusSql = (account: string): string =>
  `CASE WHEN ${account}.status = 'suspended' AND ${account}.status_until <= app_now() THEN status_beneath(${account}.id) ELSE ${account}.status END`
