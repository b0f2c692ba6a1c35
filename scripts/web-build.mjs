import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { environment, root } from './bootstrap.mjs'
import { withLock } from './lock.mjs'
import { patiently } from './patience.mjs'
import { PlainError } from './plain.mjs'

const web = join(root, 'apps', 'web')
const stampFile = join(web, 'build', '.fanlight-sources')
const SOURCES = ['apps/web', 'packages/contract', 'pnpm-lock.yaml']
const NOT_SOURCES = new Set(['node_modules', 'build', '.react-router', '.vite'])

/** Builds the web unless the last build came from exactly these sources. */
export async function buildWeb(node, { log }) {
  if (!existsSync(join(web, 'react-router.config.ts')) || isFresh()) return
  const waitingFor = 'another start that builds the web'
  await withLock(join(root, '.tools', 'web-build.lock'), { log, waitingFor }, async () => {
    if (isFresh()) return
    log('Building the web. This takes half a minute or so, and only when its sources have changed.')
    rmSync(stampFile, { force: true })
    const hash = sourcesHash()
    const { code, said } = await patiently(log, 'still building', () => reactRouterBuild(node))
    if (code !== 0)
      throw new PlainError(`The web could not be built:\n${said.trim().split('\n').slice(-40).join('\n')}`)
    writeFileSync(stampFile, hash)
  })
}

function reactRouterBuild(node) {
  const child = spawn(node, [join(web, 'node_modules', '@react-router', 'dev', 'bin.cjs'), 'build'], {
    cwd: web,
    env: { ...environment(node), NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // Ctrl-C and the end of npm reach us, and through us the build.
  const pass = (signal) => child.kill(signal)
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, pass)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text))
  return new Promise((done, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      for (const one of ['SIGINT', 'SIGTERM']) process.off(one, pass)
      if (signal) reject(new PlainError(`Building was interrupted (${signal}).`))
      else done({ code, said })
    })
  })
}

function isFresh() {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sourcesHash()
}

function sourcesHash() {
  const hash = createHash('sha256')
  for (const source of SOURCES) addTo(hash, join(root, source), source)
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
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    if (NOT_SOURCES.has(entry.name) || /\.test\.tsx?$/.test(entry.name)) continue
    addTo(hash, join(path, entry.name), `${name}/${entry.name}`)
  }
}
