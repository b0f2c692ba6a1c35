import { type Chore, every } from './platform/chores.ts'
import { pruneOldRows } from './platform/prune.ts'

// Everything that runs on a clock.
export const schedule: Chore[] = [every('10 minutes', 'drop replies, facts and tickets that nobody will ask for again', pruneOldRows)]
