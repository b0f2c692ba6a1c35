import { runTestEngine } from './testing-engine.ts'

// An engine in a process of its own, which a test kills.

type Told = Omit<Parameters<typeof runTestEngine>[0], 'key' | 'loops'> & { key: string }
const { key, ...of } = JSON.parse(process.argv[2]!) as Told
await runTestEngine({ ...of, key: Buffer.from(key, 'base64') }).catch(async (error: NodeJS.ErrnoException) => {
  await new Promise((done) => process.send!(error.code ?? error.message, done))
  throw error
})
process.send!('ready')
