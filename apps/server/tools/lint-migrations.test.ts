import { expect, it } from 'vitest'
import { parseMigration, readMigrations } from '../src/platform/db/migration-files.ts'
import { sqlStatements } from '../src/platform/db/sql-statements.ts'
import { lintMigrations } from './lint-migrations.ts'

const problems = (...texts: string[]) => lintMigrations(texts.map((text, n) => parseMigration(`010${n}_x`, text)))
const none = '-- transaction: none\n'

it('finds nothing to say against the migrations that there are', async () => {
  expect(lintMigrations(await readMigrations())).toEqual([])
})

it.each([
  'CREATE INDEX a ON accounts (locale);',
  'CREATE UNIQUE INDEX a ON public.accounts (locale);',
  'CREATE INDEX CONCURRENTLY IF NOT EXISTS a ON accounts (locale);',
  `${none}CREATE INDEX CONCURRENTLY a ON accounts (locale);`,
  `ALTER TABLE accounts ADD CONSTRAINT a CHECK (locale <> '');`,
  'ALTER TABLE accounts ADD CONSTRAINT a FOREIGN KEY (b) REFERENCES files (id);',
  'ALTER TABLE accounts ADD CONSTRAINT a UNIQUE (locale);',
  `ALTER TABLE accounts ADD CONSTRAINT a CHECK (locale <> '') NOT VALID; ALTER TABLE accounts VALIDATE CONSTRAINT a;`,
  'ALTER TABLE accounts ALTER COLUMN locale TYPE varchar(10);',
  'ALTER TABLE accounts ALTER locale SET DATA TYPE citext;',
  'ALTER TABLE accounts ADD COLUMN a uuid NOT NULL DEFAULT uuid_v7();',
  'ALTER TABLE accounts ADD COLUMN a int, ADD COLUMN b timestamptz DEFAULT clock_timestamp();',
  'ALTER TABLE accounts ADD COLUMN a text GENERATED ALWAYS AS (lower(name)) STORED;',
  'ALTER TABLE accounts ADD COLUMN a int CHECK (a > 0);',
  'ALTER TABLE accounts ADD COLUMN a uuid REFERENCES files;',
  'ALTER TABLE accounts ALTER COLUMN locale SET NOT NULL;',
  `UPDATE accounts SET locale = 'en-US';`,
  'CREATE FUNCTION a() RETURNS int LANGUAGE sql AS $$ SELECT 1; $$;',
])('refuses %s', (text) => {
  expect(problems(text)).toHaveLength(1)
})

it.each([
  [`${none}CREATE INDEX CONCURRENTLY IF NOT EXISTS a ON accounts (locale);`],
  ['CREATE TABLE a (id int, b int CHECK (b > 0)); CREATE INDEX c ON a (b); ALTER TABLE a ALTER b SET NOT NULL;'],
  [
    `-- small: token_packages, a few rows\nCREATE INDEX a ON token_packages (name); UPDATE token_packages SET name = 'x';`,
  ],
  [
    `ALTER TABLE accounts ADD CONSTRAINT a CHECK (locale <> '') NOT VALID;`,
    'ALTER TABLE accounts VALIDATE CONSTRAINT a;',
  ],
  [
    'ALTER TABLE accounts ADD CONSTRAINT a CHECK (locale IS NOT NULL) NOT VALID;',
    'ALTER TABLE accounts VALIDATE CONSTRAINT a;',
    'ALTER TABLE accounts ALTER COLUMN locale SET NOT NULL;',
  ],
  [`ALTER TABLE accounts ADD COLUMN a text NOT NULL DEFAULT '', ADD COLUMN b timestamptz NOT NULL DEFAULT app_now();`],
  [
    `${none}CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS a ON accounts (locale);`,
    'ALTER TABLE accounts ADD CONSTRAINT a UNIQUE USING INDEX a;',
  ],
])('lets through %#', (...texts) => {
  expect(problems(...texts)).toEqual([])
})

it('separates statements, whatever quotes and comments contain', () => {
  expect(
    sqlStatements(
      `-- a; b\nSELECT ';', "x;y"; DO $$ BEGIN PERFORM 1; END $$;\nCREATE FUNCTION f() AS $body$ a; $$ b; $body$;\n\nSELECT 2`,
    ),
  ).toEqual([
    `SELECT ';', "x;y"`,
    'DO $$ BEGIN PERFORM 1; END $$',
    'CREATE FUNCTION f() AS $body$ a; $$ b; $body$',
    'SELECT 2',
  ])
})
