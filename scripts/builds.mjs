// What is built before the product runs: the web, and the server with it. Each only when its sources have changed.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { environment, root } from './bootstrap.mjs'
import { withLock } from './lock.mjs'
import { patiently } from './retry.mjs'
import { PlainError } from './plain-error.mjs'

/** The server as it ships; `node apps/server/build/main.js ROLE`. */
export const builtServer = 'apps/server/build/main.js'

const NOT_SOURCES = new Set(['node_modules', 'build', '.react-router', '.vite'])
const WEB_SOURCES = ['apps/web', 'packages/contract', 'pnpm-lock.yaml']

const webBuild = {
  name: 'the web',
  lasts: 'half a minute or so',
  folder: 'apps/web',
  command: ['node_modules/@react-router/dev/bin.cjs', 'build'],
  sources: WEB_SOURCES,
}
// It holds the built web, so whatever changes that one changes this one.
const serverBuild = {
  name: 'the server',
  lasts: 'a few seconds',
  folder: 'apps/server',
  command: ['tools/bundle.ts'],
  sources: [
    ...WEB_SOURCES,
    'main.ts',
    'apps/server/src',
    'apps/server/tools/bundle.ts',
    'packages/fake-stripe',
    'demo',
  ],
}

/** Brings both builds up to date, and does nothing where they are. */
export async function buildProduct(node, { log }) {
  // A part of the product, such as the scripts alone, has nothing to build.
  if (!existsSync(join(root, 'apps/web/react-router.config.ts'))) return
  for (const build of [webBuild, serverBuild]) await bringUpToDate(node, build, log)
}

async function bringUpToDate(node, { name, lasts, folder, command, sources }, log) {
  const stampFile = join(root, folder, 'build', '.fanlight-sources')
  const isFresh = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hashOf(sources)
  if (isFresh()) return
  const lock = join(root, '.tools', `${folder.replace('apps/', '')}-build.lock`)
  await withLock(lock, { log, waitingFor: `another start that builds ${name}` }, async () => {
    if (isFresh()) return
    log(`Building ${name}. This takes ${lasts}, and only when its sources have changed.`)
    rmSync(stampFile, { force: true })
    const hash = hashOf(sources)
    const { code, said: output } = await patiently(log, 'still building', () => run(node, join(root, folder), command))
    if (code !== 0)
      throw new PlainError(
        `${name[0].toUpperCase()}${name.slice(1)} could not be built:\n${output.trim().split('\n').slice(-40).join('\n')}`,
      )
    mkdirSync(dirname(stampFile), { recursive: true })
    writeFileSync(stampFile, hash)
  })
}

function run(node, cwd, [program, ...args]) {
  const child = spawn(node, [join(cwd, program), ...args], {
    cwd,
    env: { ...environment(node), NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // Ctrl-C and the end of npm reach us, and through us the build.
  const pass = (signal) => child.kill(signal)
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, pass)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  return new Promise((done, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, pass)
      if (signal) reject(new PlainError(`Building was interrupted (${signal}).`))
      else done({ code, said: output })
    })
  })
}

function hashOf(sources) {
  const hash = createHash('sha256')
  for (const source of sources) addTo(hash, join(root, source), source)
  return hash.digest('hex')
}

function addTo(hash, path, name) {
  let entries
  try {
    entries = readdirSync(path, { withFileTypes: true })
  } catch (error) {
    if (error.code !== 'ENOTDIR') throw error
    hash.update(`\0${name}\0`).update(readFileSync(path))
    return
  }
  for (const entry of entries.sort((entry, other) => (entry.name < other.name ? -1 : 1))) {
    if (NOT_SOURCES.has(entry.name) || /\.test\.tsx?$/.test(entry.name)) continue
    addTo(hash, join(path, entry.name), `${name}/${entry.name}`)
  }
}
