import { hash } from '@node-rs/argon2'

// One argon2id of the size that OWASP names, twenty times, one after the other: what the password alone costs a log-in.
const cpuNow = () => {
  const { user, system } = process.cpuUsage()
  return user + system
}
await hash('warm', { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 })
const before = cpuNow()
for (let n = 0; n < 20; n++)
  await hash(`password ${n}`, { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 })
process.stdout.write(String((cpuNow() - before) / 20))
