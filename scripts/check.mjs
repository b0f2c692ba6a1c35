// npm run check: a short list of named steps, the same on a laptop and in CI. `npm run check -- --fix` formats first;
// `npm run check -- lint types` runs only the steps named.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { environment, prepare, root } from './bootstrap.mjs'
import { main, PlainError } from './plain-error.mjs'
import { findSecrets, sourceFiles } from './secrets.mjs'

const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const MAY_READ_ENVIRONMENT = /^apps\/server\/src\/(platform\/config\.ts|testing\/|.*\.test\.ts$)/
const fix = process.argv.includes('--fix')

await main(async () => {
  const node = await prepare({ log: (line) => console.log(line) })
  const steps = stepsFor(tools(node))
  const unknown = names.filter((name) => !steps.some((step) => step.name === name))
  if (unknown.length > 0)
    throw new PlainError(
      `There is no step ${unknown.join(', ')}. The steps: ${steps.map((step) => step.name).join(', ')}.`,
    )
  const chosen = steps.filter((step) => names.length === 0 || names.includes(step.name))
  let failed = 0
  const runStep = async (step) => {
    const startedAt = performance.now()
    const problem = await step.run().catch((error) => String(error))
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    console.log(`${problem ? 'FAIL' : 'pass'}  ${step.name.padEnd(9)} ${seconds.padStart(6)} s  ${step.about}`)
    if (!problem) return
    failed++
    console.log(indent(problem))
  }
  const waiting = [...chosen]
  const runInTurn = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) await runStep(step)
  }
  // Formatting rewrites what the other steps read.
  if (fix && waiting[0]?.name === 'format') await runStep(waiting.shift())
  await Promise.all([runInTurn(), runInTurn()])
  console.log(`${chosen.length - failed} passed, ${failed} failed`)
  return failed > 0 ? 1 : 0
})

// They run two at a time, so the longest come first.
function stepsFor({ biome, oxlint, tsc, cruise, mutations, knip, vitest, supply, sql, typegen }) {
  return [
    { name: 'format', about: 'one way to write it (biome)', run: () => biome(fix ? ['--write'] : []) },
    { name: 'drift', about: 'schema.sql, table types, docs/events.md, coverage of the specification', run: vitest },
    { name: 'lint', about: 'mistakes, with types (oxlint)', run: () => inOrder(typegen, oxlint) },
    {
      name: 'types',
      about: 'TypeScript: server, packages, tests, then web',
      run: () =>
        inOrder(
          () => tsc('.'),
          typegen,
          () => tsc('apps/web'),
        ),
    },
    {
      name: 'fences',
      about: 'who may import whom, no circles (dependency-cruiser); pages change things in one way',
      run: () => inOrder(cruise, mutations),
    },
    { name: 'deadcode', about: 'unused files, exports and packages (knip)', run: knip },
    { name: 'supply', about: 'lockfile, install scripts, licences, notices', run: supply },
    { name: 'sql', about: 'where SQL is built, what migrations lock, who writes which table', run: sql },
    { name: 'env', about: 'only platform/config reads the environment', run: readsOfEnvironment },
    { name: 'secrets', about: 'no key or password in the repository', run: findSecrets },
  ]
}

function tools(node) {
  const bin = (name) => join(root, 'node_modules', ...name.split('/'))
  const run = (...args) => output(node, args)
  let routeTypes
  return {
    biome: (flags) =>
      run(bin('@biomejs/biome/bin/biome'), 'format', ...flags, '--max-diagnostics=20', '--colors=off', '.'),
    oxlint: () => run(bin('oxlint/bin/oxlint'), '--type-aware', '--format=unix', '.'),
    tsc: (project) => run(bin('typescript7/bin/tsc'), '-p', project, '--pretty', 'false'),
    typegen: () =>
      (routeTypes ??= run(
        join('apps', 'web', 'node_modules', '@react-router', 'dev', 'bin.cjs'),
        'typegen',
        'apps/web',
      )),
    knip: () => run(bin('knip/bin/knip.js'), '--no-progress', '--no-config-hints'),
    vitest: () => run(bin('vitest/vitest.mjs'), 'run', 'apps/server/tools', 'tests/spec', '--reporter=dot'),
    mutations: () => run(join('scripts', 'own-mutations.ts')),
    supply: () => run(join('tests', 'reliability', 'main.ts'), 'S16'),
    sql: () =>
      inOrder(
        () => run(join('scripts', 'built-sql.ts')),
        () => run(join('apps', 'server', 'tools', 'lint-migrations.ts')),
        () => run(join('scripts', 'table-owners.ts')),
      ),
    // When it cannot read TypeScript, it checks no file and reports no problem. The number of files shows that.
    cruise: async () => {
      const args = ['dependency-cruiser/bin/dependency-cruiser.mjs'].map(bin)
      let printed = ''
      const problem = await output(
        node,
        [...args, 'main.ts', 'apps', 'packages', 'tests', 'bench', 'demo', '--config', '.dependency-cruiser.cjs'],
        (text) => (printed = text),
      )
      if (problem) return problem
      const modules = Number(printed.match(/(\d+) modules/)?.[1] ?? 0)
      return modules > 0 ? undefined : `It looked at no module at all:\n${printed}`
    },
  }
}

/** Runs a command; returns nothing when it succeeds, else the end of what it said. */
function output(node, args, onSuccess = () => {}) {
  const child = spawn(node, args, {
    cwd: root,
    env: { ...environment(node), NO_COLOR: '1', FORCE_COLOR: '0', CI: 'true' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => (printed += chunk))
  return new Promise((done) => {
    child.once('error', (error) => done(error.message))
    child.once('close', (code) => {
      if (code === 0) onSuccess(printed)
      done(code === 0 ? undefined : printed.trim().split('\n').slice(-60).join('\n') || `It ended with code ${code}.`)
    })
  })
}

async function inOrder(...runs) {
  for (const run of runs) {
    const problem = await run()
    if (problem) return problem
  }
  return undefined
}

async function readsOfEnvironment() {
  const found = sourceFiles()
    .filter(({ name }) => /^apps\/server\/src\/.*\.ts$/.test(name) && !MAY_READ_ENVIRONMENT.test(name))
    .flatMap(({ name, text }) =>
      text
        .split('\n')
        .flatMap((line, index) =>
          /\bprocess\.env\b/.test(line)
            ? [`${name}:${index + 1} reads process.env; add the variable to platform/config`]
            : [],
        ),
    )
  return found.join('\n') || undefined
}

function indent(text) {
  return text.replace(/^/gm, '      ')
}
