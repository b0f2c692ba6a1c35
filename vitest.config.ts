import { defineConfig } from 'vitest/config'

// Real PostgreSQL and real processes stand behind most tests: they need patience rather than parallel workers.
const shared = {
  pool: 'forks' as const,
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // What is waited for comes when it comes: a slow machine is no fault.
  expect: { poll: { timeout: 20_000 } },
}

export default defineConfig({
  test: {
    globalSetup: ['tests/global-setup.ts'],
    projects: [
      { test: { ...shared, name: 'server', include: ['apps/server/**/*.test.ts', 'packages/**/*.test.ts'] } },
      { test: { ...shared, name: 'web', include: ['apps/web/**/*.test.{ts,tsx}'] } },
      {
        test: {
          ...shared,
          name: 'whole',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/browser/journeys/**', '**/node_modules/**'],
          // These start whole copies of the product; two at a time would measure each other.
          fileParallelism: false,
          testTimeout: 300_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'journeys',
          include: ['tests/browser/journeys/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 180_000,
        },
      },
    ],
  },
})
