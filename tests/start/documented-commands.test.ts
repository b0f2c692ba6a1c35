import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

// A command that a page names is one that a test runs.

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8')
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(fileURLToPath(new URL('../../docs', import.meta.url)))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

/** Where each is run, by a text that stands there. */
const runIn: Record<string, [file: string, text: string]> = {
  'npm start': ['.ci/run', 'npm start'],
  'npm stop': ['.ci/run', 'npm --silent stop'],
  'npm test': ['.ci/run', 'npm test'],
  'npm run check': ['.ci/run', 'npm run check'],
  'npm run build': ['tests/start/tools.test.ts', `'build'`],
  'npm run dev': ['tests/start/tools.test.ts', `'dev'`],
  'npm run demo:reset': ['tests/start/tools.test.ts', `'demo:reset'`],
  'npm run bench': ['tests/start/tools.test.ts', `'bench'`],
  'npm run rel': ['tests/start/tools.test.ts', `'rel'`],
  'npm run admin:create': ['tests/start/production.test.ts', `'admin:create'`],
  'npm run doctor': ['tests/live/built.test.ts', `'doctor'`],
  'npm run settings': ['tests/start/production.test.ts', `'settings'`],
  'npm run audit:verify': ['tests/start/production.test.ts', `'audit:verify'`],
  'npm run secret:rotate': ['tests/start/production.test.ts', `'secret:rotate'`],
  'npm run restore': ['tests/start/production.test.ts', `'restore'`],
  'apps/server/build/main.js migrate': ['tests/start/production.test.ts', `'migrate'`],
  'apps/server/build/main.js web': ['tests/start/production.test.ts', `start('web'`],
  'apps/server/build/main.js worker': ['tests/start/production.test.ts', `start('worker'`],
  'apps/server/build/command.js settings': ['tests/start/production.test.ts', `command('settings'`],
  'apps/server/build/command.js restore': ['tests/start/production.test.ts', `command.js', 'restore'`],
  // These write files of the repository; \`npm run check\` and the tests of their pages fail while one is out of date.
  'apps/server/tools/write-schema.ts': ['scripts/check.mjs', 'schema'],
  'apps/server/tools/write-events-page.ts': ['apps/server/tools/events-page.test.ts', 'events.md'],
  'apps/server/tools/write-export-page.ts': ['apps/server/src/modules/leaving/exports/contents.test.ts', 'export.md'],
  'scripts/write-notices.ts': ['scripts/check.mjs', 'notices'],
  'apps/web/build-tools/mark-translated.ts shop': ['apps/web/app/i18n/translated-from.test.ts', 'mark-translated'],
  'tests/spec/write.ts': ['tests/spec/coverage.test.ts', 'coverage'],
  'tests/write-durations.ts': ['tests/duration-sequencer.ts', 'durations'],
}

const named = new Set(
  pages.flatMap((page) =>
    [
      ...read(page).matchAll(
        /\bnpm (?:run )?[a-z][a-z:]*|(?<=scripts\/run\.mjs )[\w./-]+\.[jt]s(?: (?!\w+\/)[a-z]+\b)?/g,
      ),
    ].map(([command]) => command),
  ),
)

test('every command that the pages name is run by a test', () => {
  expect([...named].filter((command) => !(command in runIn))).toEqual([])
  expect(Object.keys(runIn).filter((command) => !named.has(command))).toEqual([])
  for (const [command, [file, text]] of Object.entries(runIn)) expect(read(file), command).toContain(text)
})
