import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning, markOf } from './processes.mjs'

/** Does the work while no other process of this repository does; a lock of a dead process counts for nothing. */
export async function withLock(file, { log, waitingFor }, work) {
  mkdirSync(dirname(file), { recursive: true })
  for (let announced = false; !take(file); ) {
    if (removeAbandoned(file)) continue
    if (!announced) log(`Waiting for ${waitingFor}.`)
    announced = true
    await sleep(250)
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

// Written whole under another name first: the person who sees the lock sees its owner too.
function take(file) {
  const mine = `${file}.${process.pid}`
  writeFileSync(mine, JSON.stringify(markOf(process.pid)))
  try {
    linkSync(mine, file)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(mine, { force: true })
  }
}

function removeAbandoned(file) {
  try {
    if (isRunning(JSON.parse(readFileSync(file, 'utf8')))) return false
  } catch (error) {
    if (error.code === 'ENOENT') return true
    if (!(error instanceof SyntaxError)) throw error
  }
  rmSync(file, { force: true })
  return true
}
