import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { DurationSequencer } from './tests/duration-sequencer.ts'

// Real PostgreSQL and real processes are behind most tests: they need patience rather than parallel workers. Projects run one after another.
const shared = {
  pool: 'forks' as const,
  setupFiles: ['tests/record-run.ts'],
  testTimeout: 90_000,
  hookTimeout: 240_000,
  // What is waited for comes when it comes: a slow machine is no fault.
  expect: { poll: { timeout: 45_000 } },
  // The list of what failed says what was found, not how much.
  chaiConfig: { truncateThreshold: 600 },
}
// On two cores three files: while one waits for PostgreSQL or a browser, the others compute.
const inParallel = { ...shared, maxWorkers: Math.max(3, availableParallelism() - 1) }

// What CI leaves to the night (`CI_NIGHT=1`): on two cores all journeys take an hour. By day stay those in which people sign up, pay, are paid, are
// protected, go live and look on. Everywhere else all of it is run.
const byDay = process.env.CI && !process.env.CI_NIGHT
const atNight = [
  'cookies',
  'creator-in-languages',
  'galleries',
  'live-group',
  'live-hls',
  'live-livekit',
  'live-overlay',
  'live-pledges',
  'live-poll',
  'live-program',
  'live-replay-vp8',
  'live-schedule',
  'live-studio',
  'live-wall',
  'low-vision',
  'other-engines',
  'shop-seller',
  'sign-in-with',
  'small-screens',
  'studio-screens',
  'studio-states',
  'video',
].map((name) => `tests/browser/journeys/${name}.test.ts`)

const live = 'tests/browser/journeys/live-*.test.ts'

export default defineConfig({
  test: {
    globalSetup: ['tests/global-setup.ts'],
    sequence: { sequencer: DurationSequencer },
    projects: [
      {
        test: {
          ...inParallel,
          name: 'server',
          sequence: { groupOrder: 2 },
          // Loading the product takes as long as a middling file of tests: each process loads it once, and runs one file after another.
          isolate: false,
          include: ['apps/server/**/*.test.ts', 'packages/**/*.test.ts', 'demo/*.test.ts'],
        },
      },
      { test: { ...inParallel, name: 'web', sequence: { groupOrder: 3 }, include: ['apps/web/**/*.test.{ts,tsx}'] } },
      {
        test: {
          ...shared,
          name: 'whole',
          sequence: { groupOrder: 4 },
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
          name: 'live',
          sequence: { groupOrder: 0 },
          include: [live],
          exclude: ['**/node_modules/**', ...(byDay ? atNight : [])],
          // Browsers that encode and decode video take two cores each: side by side on a small machine they would only wait for one another.
          maxWorkers: Math.max(1, Math.floor(availableParallelism() / 2)),
          testTimeout: 600_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'journeys',
          sequence: { groupOrder: 1 },
          include: ['tests/browser/journeys/**/*.test.ts'],
          exclude: ['**/node_modules/**', live, ...(byDay ? atNight : [])],
          // Each file has a copy of the product and a browser of its own, which fill a core.
          maxWorkers: Math.max(2, availableParallelism() - 1),
          // One of them walks through every screen: how long that takes is the machine's matter.
          testTimeout: 600_000,
        },
      },
    ],
  },
})
