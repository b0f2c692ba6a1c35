import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer, connect, type Socket as Connection } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { SocketInbox, type AnyMessage } from '@fanlight/contract/socket-inbox'
import type { TestServer } from '@fanlight/server/testing/server'
import { connectSocket } from '@fanlight/server/testing/socket'
import { processEnvironment } from './check.ts'

// What the checks of the live socket share: processes that may be killed, a proxy in front of them, and clients that come back.

export interface LiveProcess {
  port: number
  /** Its resident memory in bytes. */
  memory(): number
  kill(): Promise<void>
}

/** Another process of the server's installation, with a live socket. */
export async function startLiveProcess(server: TestServer, env: Record<string, string> = {}): Promise<LiveProcess> {
  const { PATH = '' } = process.env
  const child: ChildProcess = spawn(process.execPath, [fileURLToPath(new URL('socket-process.ts', import.meta.url))], {
    env: {
      PATH,
      DATA_DIR: server.ctx.config.dataDir,
      DATABASE_URL: server.databaseUrl,
      LOG_LEVEL: 'silent',
      RATE_LIMIT_FACTOR: '100000',
      DATABASE_POOL: '6',
      ...processEnvironment(),
      ...env,
    },
    // It ends with this process, whose end closes its input.
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const origin = await new Promise<string>((resolve, reject) => {
    child.stdout!.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()))
    child.once('exit', () => reject(new Error('The process ended before it listened.')))
  })
  return {
    port: Number(new URL(origin).port),
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) * 1024,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

export interface Proxy {
  url: string
  /** From now on connections lead there, in turn. */
  leadTo(ports: readonly number[]): void
  /** Breaks all that are open. */
  cut(): void
  stop(): Promise<void>
}
/** With `slice` bytes arrive in pieces of that size. */
export async function startProxy(ports: readonly number[], slice?: () => number): Promise<Proxy> {
  let targets = ports
  let next = 0
  const open = new Set<Connection>()
  const proxy = createServer((client) => {
    const upstream = connect(targets[next++ % targets.length]!, '127.0.0.1')
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(from)
      from.setNoDelay(true)
      from.on('data', (chunk: Buffer) => {
        if (!slice) return void to.write(chunk)
        for (let at = 0; at < chunk.length; ) {
          const size = slice()
          to.write(chunk.subarray(at, at + size))
          at += size
        }
      })
      from.on('error', () => {})
      from.on('close', () => {
        open.delete(from)
        to.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const connection of open) connection.destroy()
  }
  return {
    url: `http://127.0.0.1:${(proxy.address() as { port: number }).port}`,
    leadTo: (others) => (targets = others),
    cut,
    async stop() {
      cut()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}

export interface LiveClient {
  /** How often it has signed in. */
  signIns(): number
  isSignedIn(): boolean
  position(): string | undefined
  stop(): void
}
/** Does what a page does: stays connected, signs in, catches up, and comes back after a pause of its own. */
export function openClient(
  url: string,
  token: string,
  {
    handle,
    refetch,
    pauseMs,
  }: { handle: (message: AnyMessage) => void; refetch?: () => Promise<void>; pauseMs: () => number },
): LiveClient {
  const inbox = new SocketInbox(handle)
  let stopped = false
  let current: Awaited<ReturnType<typeof connectSocket>> | undefined
  let signIns = 0
  let isSignedIn = false
  const enter = async () => {
    const socket = await connectSocket({ url })
    current = socket
    const gone = new Promise<void>((resolve) => socket.once('disconnect', () => resolve()))
    if (stopped) return void socket.disconnect()
    inbox.hold()
    socket.onAny((name: string, data: AnyMessage['data']) => inbox.receive({ name, data }))
    try {
      const reply = await socket.timeout(10_000).emitWithAck('auth/login', { token })
      if (!reply.success) throw new Error(reply.code)
      const { position } = inbox
      const caughtUp = position && (await socket.timeout(10_000).emitWithAck('sync/since', { seq: position }))
      if (caughtUp && !caughtUp.success) throw new Error(caughtUp.code)
      inbox.release()
      if (caughtUp && !caughtUp.data.complete) await refetch?.()
      signIns += 1
      isSignedIn = true
    } catch {
      socket.disconnect()
    }
    await gone
    isSignedIn = false
  }
  const stay = async () => {
    while (!stopped) {
      await enter().catch(() => {})
      if (!stopped) await sleep(pauseMs())
    }
  }
  void stay()
  return {
    signIns: () => signIns,
    isSignedIn: () => isSignedIn,
    position: () => inbox.position,
    stop() {
      stopped = true
      current?.disconnect()
    },
  }
}

/** Waits for a thing to be true; false where it does not become so. */
export async function becomes(isTrue: () => boolean | Promise<boolean>, patienceMs = 20_000): Promise<boolean> {
  const end = performance.now() + patienceMs
  while (!(await isTrue())) {
    if (performance.now() > end) return false
    await sleep(10)
  }
  return true
}
