import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

// SQL is written as literals with bound parameters. SQL text that is built from parts is allowed only in the files listed here, which
// are reviewed carefully: every part is a constant of the source code, never input of a visitor.

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = 'apps/server/src'

/** File → how many pieces of built SQL are in it, and what they are made of. */
const allowed: Record<string, readonly [pieces: number, why: string]> = {
  'modules/access/age.ts': [1, 'the age assurance of an account, around the name of a table'],
  'modules/access/policy-sql.ts': [
    3,
    'the relations of the access policy for fast-path queries and lists, around names of columns',
  ],
  'modules/access/policy.ts': [3, 'the relations of the access policy, around its parameters or the ids of a list'],
  'modules/access/sessions.ts': [
    2,
    'the age assurance of an account; the visibility of a performer, around names of columns',
  ],
  'modules/access/visibility-sql.ts': [5, 'the visibility of a performer, around names of columns and parameters'],
  'modules/people/accounts/auth/identify.ts': [2, 'columns of the requester, from constants'],
  'modules/people/accounts/profile/me.ts': [1, 'columns of the signed-in account, from constants'],
  'modules/people/accounts/store.ts': [
    6,
    'columns from the list of fields that may be changed; columns of an account, from constants',
  ],
  'modules/shop/addresses/routes.ts': [2, 'one of two columns, in one of two directions'],
  'modules/people/blocks/routes.ts': [1, 'instants and files as JSON'],
  'modules/leaving/closing/closing.ts': [1, 'what an account is, around the name of a table'],
  'modules/content/comments/store.ts': [2, 'instants and files as JSON'],
  'modules/content/counters/roll-up.ts': [2, 'tables and columns from the list of counters'],
  'modules/leaving/exports/subjects/people.ts': [2, 'one of two columns, by whose list it is'],
  'modules/content/posts/page-query.ts': [4, 'a page as text, from constants and the number of rows'],
  'modules/content/posts/cached-polls.ts': [2, 'versions of rows, around the name of a table'],
  'modules/content/posts/post-cache.ts': [2, 'versions of rows, around names of tables'],
  'modules/content/posts/lists.ts': [16, 'which posts a list holds, from constants'],
  'modules/content/items/item-rows.ts': [
    6,
    'what items of one kind need, from constants; sorting by a list of columns',
  ],
  'modules/shop/orders/store.ts': [3, 'images and avatars as JSON'],
  'modules/money/charges/refunding-items.ts': [1, 'what came along with another purchase'],
  'modules/content/counters/item-earnings.ts': [1, 'what came along with another purchase'],
  'modules/shop/orders/purchases.ts': [
    6,
    'images and avatars as JSON; what came along with another purchase; what buyers may save',
  ],
  'modules/content/videos/video-rows.ts': [1, 'whether buyers may save a video, for the library'],
  'modules/talk/conversations/bought.ts': [1, 'an avatar as JSON'],
  'modules/access/sold-files.ts': [6, 'whether something was sold, and to how many, by the column that names it'],
  'modules/shop/products/product-rows.ts': [2, 'the versions of a file as JSON'],
  'modules/talk/notifications/store.ts': [4, 'instants, avatars and files as JSON'],
  'modules/content/items/trash.ts': [2, 'instants and files as JSON'],
  'modules/staff/reports/store.ts': [5, 'instants, and people with avatars as JSON'],
  'modules/staff/reports/targets.ts': [8, 'what can be reported, from constants; files as JSON'],
  'modules/content/items/browse.ts': [4, 'lists of items of one kind, from constants and numbered parameters'],
  'modules/content/items/search.ts': [
    2,
    'items of one kind by search terms, from constants, in one of two orders, of one creator or tag',
  ],
  'modules/content/galleries/photo-rows.ts': [4, 'lists of photos, from constants and numbered parameters'],
  'modules/people/audience/segments.ts': [3, 'the column of the people of one of the groups, from constants'],
  'modules/people/audience/store.ts': [4, 'avatars as JSON; the columns of one of the groups, from constants'],
  'modules/people/fan-lists/store.ts': [1, 'avatars as JSON'],
  'modules/content/participants/of-items.ts': [1, 'whether an item is sold, around the name of a column'],
  'modules/content/participants/present.ts': [1, 'an avatar as JSON'],
  'modules/people/follows/routes.ts': [2, 'one of two columns, by whose list it is; instants and files as JSON'],
  'modules/media/serving/cached-files.ts': [1, 'versions of rows and a file as JSON, around the name of a table'],
  'modules/media/serving/file-json.ts': [
    4,
    'a file, its variants and its captions as JSON, around the name of a table',
  ],
  'modules/media/store.ts': [7, 'lists of columns'],
  'modules/media/vault/vault.ts': [
    12,
    'lists of one’s own files and what is theirs, from constants, in one of three orders',
  ],
  'modules/people/not-interested/interest-sql.ts': [1, 'a condition over columns that are named by code'],
  'modules/people/not-interested/store.ts': [2, 'an avatar as JSON; one of two directions'],
  'modules/people/performers/reasons.ts': [1, 'limits and reasons, from constants'],
  'modules/people/performers/filter-counts.ts': [
    4,
    'counts of filters, from constants; filters by a list of names, as numbered parameters',
  ],
  'modules/people/performers/card-query.ts': [1, 'a page of cards, from constants and the steps of a list'],
  'modules/people/performers/card-cache.ts': [2, 'cards and their versions, from constants'],
  'modules/people/performers/list.ts': [
    5,
    'the public list, from constants and numbered parameters; sorting by a list of columns',
  ],
  'modules/people/performers/matching.ts': [1, 'a search, from constants and numbered parameters'],
  'modules/people/performers/search-suggestions.ts': [
    2,
    'what a search field suggests, from constants and numbered parameters',
  ],
  'modules/people/performers/shuffle.ts': [4, 'a random order, from constants and the number of rows'],
  'modules/people/performers/store.ts': [8, 'cards and profiles, from constants'],
  'modules/people/performers/suggested.ts': [3, 'whom to follow next, from constants and the number of rows'],
  'modules/people/performers/visible.ts': [2, 'one of two constant ways to name a creator'],
  'modules/site/pages/staff-store.ts': [1, 'sorting by a list of columns'],
  'modules/site/pages/store.ts': [1, 'sorting by a list of columns'],
  'modules/site/sharing/store.ts': [2, 'what a card of a creator shows, around the name of a column'],
  'modules/staff/moderation/accounts.ts': [2, 'columns of an account and its avatar, around the name of a table'],
  'modules/staff/moderation/related.ts': [1, 'the state of an account and its avatar, around the name of a table'],
  'modules/staff/moderation/scope.ts': [1, 'what an account is, around the name of a table'],
  'modules/people/verifications/store.ts': [1, 'sorting by a list of columns'],
  'modules/money/charges/charge.ts': [2, 'which charge, written here; on the connection of a transaction, too'],
  'platform/db/cursor.ts': [
    4,
    'the text form of an instant, the row after a cursor and its order, around the name of a table and of a date of ours',
  ],
  'platform/db/embedded-postgres.ts': [1, 'the name of our own database'],
}

/** Files that build SQL and are not on the list, and entries of the list that are out of date. */
export function builtSqlProblems(): string[] {
  const found = new Map<string, number[]>()
  for (const file of readdirSync(join(root, sources), { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || /\.test\.ts$|(^|\/)testing(\/|\.ts$)|db-types\.ts$/.test(file)) continue
    const lines = builtSqlIn(readFileSync(join(root, sources, file), 'utf8'))
    if (lines.length > 0) found.set(file, lines)
  }
  return [
    ...[...found].flatMap(([file, lines]) =>
      allowed[file]?.[0] === lines.length
        ? []
        : [
            `${sources}/${file} builds SQL in ${lines.length} places (lines ${lines.join(', ')}); the list allows ${allowed[file]?.[0] ?? 0}`,
          ],
    ),
    ...Object.keys(allowed).flatMap((file) => (found.has(file) ? [] : [`${file} is on the list and builds no SQL`])),
  ]
}

/** Lines where a text that looks like SQL has pieces put into it, or where SQL is taken from a value as it is. */
export function builtSqlIn(text: string): number[] {
  const source = ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true)
  const lines = new Set<number>()
  const note = (node: ts.Node) => lines.add(source.getLineAndCharacterOfPosition(node.getStart()).line + 1)
  const visit = (node: ts.Node): void => {
    if (ts.isTemplateExpression(node) && !ts.isTaggedTemplateExpression(node.parent) && looksLikeSql(node.getText()))
      note(node)
    if (
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind === ts.SyntaxKind.PlusToken &&
      looksLikeSql(node.getText())
    )
      note(node)
    if (
      ts.isCallExpression(node) &&
      rawCalls.test(node.expression.getText()) &&
      !ts.isStringLiteralLike(node.arguments[0]!)
    )
      note(node)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return [...lines]
}

const rawCalls = /^(sql\.(raw|id|ref|table|lit)|CompiledQuery\.raw)$/
const looksLikeSql = (text: string) =>
  /\b(SELECT\s|INSERT INTO|UPDATE \w+ SET|DELETE FROM|ORDER BY|WHERE\s|CREATE (DATABASE|TABLE|FUNCTION|OR)|SET LOCAL|json_agg|jsonb?_build_object|to_char\()/.test(
    text,
  )

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = builtSqlProblems()
  for (const problem of problems) console.log(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}
