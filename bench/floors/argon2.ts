import { setTimeout as sleep } from 'node:timers/promises'
import { hash } from '@node-rs/argon2'

// One argon2id of the size that OWASP names, twenty times, one after the other: what the password alone costs a log-in. With a number of
// milliseconds it pauses as long before each, as hashes of log-ins do: memory and caches have gone cold by then.
const pauseMs = Number(process.argv[2] ?? 0)
const cpuNow = () => {
  const { user, system } = process.cpuUsage()
  return user + system
}
const hashOnce = async (n: number) => {
  if (pauseMs > 0) await sleep(pauseMs)
  await hash(`password ${n}`, { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 })
}
await hashOnce(0)
const [cpu, began] = [cpuNow(), performance.now()]
for (let n = 1; n <= 20; n++) await hashOnce(n)
process.stdout.write(JSON.stringify({ cpuUs: (cpuNow() - cpu) / 20, ms: (performance.now() - began) / 20 }))
