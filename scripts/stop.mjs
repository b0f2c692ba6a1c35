// npm stop: ends the copy that runs from DATA_DIR, and waits until it has.
import { setTimeout as sleep } from 'node:timers/promises'
import { main, PlainError } from './plain-error.mjs'
import { isRunning } from './processes.mjs'
import { dataDir, runningCopy } from './running-instance.mjs'

const PATIENCE_MS = 15_000

await main(async () => {
  const copy = runningCopy()
  if (!copy) return console.log(`No copy is running from ${dataDir()}.`)
  console.log(`Ending process ${copy.pid} (port ${copy.port}).`)
  signal(copy.pid)
  const deadline = Date.now() + PATIENCE_MS
  while (isRunning(copy)) {
    if (Date.now() > deadline)
      throw new PlainError(`Process ${copy.pid} has not ended after ${PATIENCE_MS / 1000} seconds.`)
    await sleep(50)
  }
  console.log('It has ended.')
})

function signal(pid) {
  try {
    process.kill(pid, 'SIGTERM')
  } catch (error) {
    if (error.code === 'EPERM') throw new PlainError(`Process ${pid} belongs to another account, which has to end it.`)
    if (error.code !== 'ESRCH') throw error
  }
}
