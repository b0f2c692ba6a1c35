import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { DurationSequencer } from './tests/duration-sequencer.ts'

// Real PostgreSQL and real processes are behind most tests: they need patience rather than parallel workers.
const shared = {
  pool: 'forks' as const,
  setupFiles: ['tests/record-run.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // What is waited for comes when it comes: a slow machine is no fault.
  expect: { poll: { timeout: 20_000 } },
}
// On two cores three files: while one waits for PostgreSQL or a browser, the others compute.
const inParallel = { ...shared, maxWorkers: Math.max(3, availableParallelism() - 1) }

export default defineConfig({
  test: {
    globalSetup: ['tests/global-setup.ts'],
    sequence: { sequencer: DurationSequencer },
    projects: [
      {
        test: {
          ...inParallel,
          name: 'server',
          include: ['apps/server/**/*.test.ts', 'packages/**/*.test.ts', 'demo/*.test.ts'],
        },
      },
      { test: { ...inParallel, name: 'web', include: ['apps/web/**/*.test.{ts,tsx}'] } },
      {
        test: {
          ...shared,
          name: 'whole',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/browser/journeys/**', '**/node_modules/**'],
          // These start whole copies of the product; two at a time would measure each other.
          fileParallelism: false,
          maxConcurrency: 4,
          testTimeout: 600_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'journeys',
          include: ['tests/browser/journeys/**/*.test.ts'],
          // Each file has a copy of the product and a browser of its own.
          maxWorkers: 3,
          // One of them walks through every screen: how long that takes is the machine's matter.
          testTimeout: 600_000,
        },
      },
    ],
  },
})
