import { runTestEngine } from './testing-engine.ts'

// An engine in a process of its own, which a test kills.

const { key, ...of } = JSON.parse(process.argv[2]!) as { http: number; media: number; folder: string; key: string }
await runTestEngine({ ...of, key: Buffer.from(key, 'base64') })
process.send!('ready')
