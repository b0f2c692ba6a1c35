import { rememberCompiled } from './apps/server/src/platform/process/compile-cache.ts'

// The program: one role of the server, with the demo in demo mode. What is loaded after this line is compiled once, and the next
// start takes it as it is.
rememberCompiled()
const { startRole } = await import('./apps/server/src/roles.ts')
await startRole(async () => (await import('./demo/demo.ts')).demo)
