import { fileURLToPath } from 'node:url'
import { type Migration, readMigrations } from '../src/platform/db/migration-files.ts'
import { sqlStatements } from '../src/platform/db/sql-statements.ts'

// Refuses what would keep a large table locked while it is read or rewritten. A table made in the same file is empty. One that is small on
// every site is named at the top of the file with its reason: `-- small: token_packages, a few rows that staff edit`.

const BASELINE = '0001_baseline'

interface Step {
  statement: string
  /** The table it changes. */
  table: string | undefined
}
interface Rule {
  refuses(step: Step, migration: Migration, before: string): boolean
  instead: string
}

const has =
  (pattern: RegExp) =>
  ({ statement }: Step) =>
    pattern.test(statement)
const NOT_NULL = /ALTER (?:COLUMN )?(\w+) SET NOT NULL/i

const rules: Rule[] = [
  {
    refuses: (step) => has(/^CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY)/i)(step),
    instead:
      'keeps writers out while it reads the table: CREATE INDEX CONCURRENTLY IF NOT EXISTS, in a file with `-- transaction: none`',
  },
  {
    refuses: (step, migration) => migration.inTransaction && has(/\bCONCURRENTLY\b/i)(step),
    instead: 'is refused in a transaction: put `-- transaction: none` at the top of a file of its own',
  },
  {
    refuses: (step) => has(/^CREATE (?:UNIQUE )?INDEX CONCURRENTLY (?!IF NOT EXISTS)/i)(step),
    instead: 'can’t be run again after it was cut off: add IF NOT EXISTS',
  },
  {
    refuses: (step) => has(/\bADD (?:CONSTRAINT \w+ )?(?:CHECK|FOREIGN KEY)\b(?![\s\S]*\bNOT VALID\b)/i)(step),
    instead: 'reads the whole table under its lock: add it NOT VALID, and VALIDATE CONSTRAINT in a later file',
  },
  {
    refuses: (step) => has(/\bADD (?:CONSTRAINT \w+ )?(?:UNIQUE|PRIMARY KEY|EXCLUDE)\b(?!\s+USING INDEX)/i)(step),
    instead:
      'builds an index under the table’s lock: build it concurrently in an earlier file, then ADD CONSTRAINT … USING INDEX',
  },
  {
    refuses: (step, migration) =>
      migration.inTransaction && has(/\bVALIDATE CONSTRAINT\b/i)(step) && /\bNOT VALID\b/i.test(migration.text),
    instead: 'is in the transaction that added the constraint, and so under its lock: validate in a later file',
  },
  {
    refuses: (step) => has(/\bALTER (?:COLUMN )?\w+ (?:SET DATA )?TYPE\b/i)(step),
    instead: 'may rewrite the table: add a new column, fill it by a job, and change over',
  },
  {
    refuses: (step) =>
      columnsAdded(step.statement).some((column) => /\b(UNIQUE|PRIMARY KEY|CHECK|REFERENCES)\b/i.test(column)),
    instead: 'reads the whole table under its lock: add the column, then its constraint NOT VALID',
  },
  {
    refuses: (step) => columnsAdded(step.statement).some(isVolatile),
    instead:
      'writes every row again: add the column without it, set the default afterwards, and fill what exists by a job',
  },
  {
    refuses: ({ statement, table }, _, before) => {
      const column = statement.match(NOT_NULL)?.[1]
      return column !== undefined && !isCheckedNotNull(before, table!, column)
    },
    instead: 'reads the whole table under its lock: first validate a CHECK (column IS NOT NULL) in earlier files',
  },
  {
    refuses: (step) => has(/^(?:UPDATE|DELETE FROM)\b/i)(step),
    instead: 'locks every row it changes until the file ends: fill in by a job, named with `-- job: NAME`',
  },
]

const misplaced: Rule = {
  refuses: (step) => has(/^CREATE (?:OR REPLACE )?(?:FUNCTION|VIEW|PROCEDURE)\b/i)(step),
  instead: 'belongs in a file of its own in sql/functions; a migration that calls it says `-- needs: NAME`',
}

/** What is wrong with each migration, one line a finding. */
export function lintMigrations(migrations: Migration[]): string[] {
  const problems: string[] = []
  let before = ''
  for (const migration of migrations) {
    if (migration.name !== BASELINE) problems.push(...lintMigration(migration, before))
    before += `${migration.text}\n`
  }
  return problems
}

function lintMigration(migration: Migration, before: string): string[] {
  const steps = sqlStatements(migration.text).map((statement) => ({ statement, table: tableOf(statement) }))
  const harmless = new Set([...steps.flatMap(({ statement }) => created(statement)), ...smallTables(migration.text)])
  return steps.flatMap((step) => {
    const broken = rules.filter(
      (rule) => (!step.table || !harmless.has(step.table)) && rule.refuses(step, migration, before),
    )
    if (misplaced.refuses(step, migration, before)) broken.push(misplaced)
    return broken.map(
      (rule) => `${migration.name}: “${step.statement.replace(/\s+/g, ' ').slice(0, 80)}” ${rule.instead}`,
    )
  })
}

const created = (statement: string) => {
  const name = statement.match(/^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?(?:public\.)?([\w.]+)/i)?.[1]
  return name ? [name] : []
}
const smallTables = (text: string) => [...text.matchAll(/^-- small: ([\w.]+), \S/gm)].map((match) => match[1]!)

const tableOf = (statement: string): string | undefined =>
  statement.match(
    /^(?:ALTER TABLE (?:IF EXISTS )?(?:ONLY )?|UPDATE |DELETE FROM |CREATE (?:UNIQUE )?INDEX [\s\S]*? ON )(?:public\.)?([\w.]+)/i,
  )?.[1]

const columnsAdded = (statement: string): string[] =>
  /^ALTER TABLE/i.test(statement)
    ? statement
        .split(/\bADD COLUMN\b/i)
        .slice(1)
        // Up to the next action of the same statement.
        .map((rest) => rest.split(/,\s*(?=(?:ADD|DROP|ALTER|VALIDATE)\b)/i)[0]!)
    : []

// now() and app_now() are the same for all rows of a statement, so PostgreSQL keeps the value once.
const isVolatile = (column: string) =>
  /\bGENERATED ALWAYS AS\b/i.test(column) ||
  (column.match(/\bDEFAULT\s+([\s\S]+)/i)?.[1]?.match(/\b(\w+)\s*\(/g) ?? []).some(
    (call) => !/^(now|app_now)\s*\($/i.test(call),
  )

function isCheckedNotNull(before: string, table: string, column: string): boolean {
  const check = new RegExp(
    `ALTER TABLE ${table}\\s+ADD CONSTRAINT (\\w+) CHECK \\(\\(?${column} IS NOT NULL\\)?\\)\\s+NOT VALID`,
    'i',
  ).exec(before)?.[1]
  return check !== undefined && new RegExp(`VALIDATE CONSTRAINT ${check}\\b`, 'i').test(before)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = lintMigrations(await readMigrations())
  for (const problem of problems) console.log(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}
