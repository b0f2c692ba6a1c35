import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join, resolve } from 'node:path'
import { isRunning, markOf, type ProcessMark } from '../process/processes.ts'

/** Who runs from a data folder; `npm stop` and a second start read it. */
type ProcessOwner = ProcessMark & { host: string; port: number }

export type DataFolder = {
  path: string
  /** Publishes the address of this server to other processes, once it is known. */
  noteAddress(host: string, port: number): void
  release(): void
}

/** Locks the data folder for this process. The lock of a killed process is released immediately. */
export async function takeDataFolder(config: { dataDir: string; host: string; port: number }): Promise<DataFolder> {
  makeFolder(resolve(config.dataDir))
  const path = realpathSync(resolve(config.dataDir))
  const file = join(path, 'running.json')
  const lock = process.platform === 'linux' ? await kernelLock(path) : undefined
  const owner = readOwner(file)
  if (lock === 'taken' || (owner && owner.pid !== process.pid && isRunning(owner))) {
    const who = owner ? `process ${owner.pid}, port ${owner.port} on ${owner.host}` : 'a process that is just starting'
    if (lock !== 'taken') lock?.close()
    throw new Error(
      `Fanlight already runs from ${path} (${who}). ` +
        'End it with `npm stop`, or start a second copy with another folder and port: ' +
        `DATA_DIR=other PORT=${config.port + 1} npm start`,
    )
  }
  const noteAddress = (host: string, port: number) => {
    writeFileSync(`${file}.unfinished`, JSON.stringify({ ...markOf(process.pid), host, port }), { mode: 0o600 })
    renameSync(`${file}.unfinished`, file)
  }
  noteAddress(config.host, config.port)
  return {
    path,
    noteAddress,
    release() {
      rmSync(file, { force: true })
      lock?.close()
    },
  }
}

// The kernel gives a name to one listener and frees it when the process dies, however it dies: no race between two
// starts that both find the note of a dead process.
async function kernelLock(path: string): Promise<Server | 'taken'> {
  const { dev, ino } = statSync(path)
  const name = createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 24)
  const server = createServer((socket) => socket.destroy())
  return new Promise((done, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') done('taken')
      else reject(error)
    })
    server.listen(`\0fanlight-${name}`, () => {
      server.unref()
      done(server)
    })
  })
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' || code === 'ENOTDIR')
      throw new Error(`DATA_DIR=${path} is, or lies in, a file. Name a folder.`)
    throw error
  }
}

/** The process that currently runs from this folder, if any. */
export function folderOwner(dataDir: string): ProcessOwner | undefined {
  const owner = readOwner(join(resolve(dataDir), 'running.json'))
  return owner && isRunning(owner) ? owner : undefined
}

function readOwner(file: string): ProcessOwner | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ProcessOwner
  } catch {
    return undefined
  }
}
