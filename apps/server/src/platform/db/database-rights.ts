import type pg from 'pg'

// What the account of DATABASE_URL has to be able to do, checked before the first table is made.

/**
 * Throws where this account could not finish: the message is the SQL that a superuser of the server runs first. Connections of the product run as
 * the role `fanlight_app`, which an account without CREATEROLE can't make itself.
 */
export async function assertMayPrepare(client: pg.Client): Promise<void> {
  const { rows } = await client.query<Rights>(`SELECT current_user AS account, current_database() AS database,
      r.rolsuper OR r.rolcreaterole AS "makesRoles", EXISTS (SELECT FROM pg_roles WHERE rolname = 'fanlight_app') AS "hasRole",
      has_database_privilege(current_database(), 'CREATE') AND has_schema_privilege('public', 'CREATE') AS "makesTables",
      r.rolsuper OR EXISTS (SELECT FROM pg_auth_members m JOIN pg_roles app ON app.oid = m.roleid
        WHERE app.rolname = 'fanlight_app' AND m.member = r.oid) AS "isMember"
    FROM pg_roles r WHERE r.rolname = current_user`)
  const missing = missingRights(rows[0]!)
  if (missing.length === 0) return
  throw new Error(
    `The account of DATABASE_URL can’t prepare its database. Nothing was changed. As a superuser of PostgreSQL, run:\n${missing.map((line) => `  ${line}`).join('\n')}\nThen start again.`,
  )
}

interface Rights {
  account: string
  database: string
  makesRoles: boolean
  hasRole: boolean
  makesTables: boolean
  isMember: boolean
}

function missingRights({ account, database, makesRoles, hasRole, makesTables, isMember }: Rights): string[] {
  const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
  return [
    !hasRole && !makesRoles && 'CREATE ROLE fanlight_app NOLOGIN;',
    !isMember && !makesRoles && `GRANT fanlight_app TO ${quoted(account)};`,
    !makesTables && `ALTER DATABASE ${quoted(database)} OWNER TO ${quoted(account)};`,
  ].filter((line) => line !== false)
}
