import { rememberCompiled } from './platform/compile-cache.ts'

// The access policy of every role. What is loaded after this line is compiled once, and the next start takes it as it is.
rememberCompiled()
await import('./roles.ts')
