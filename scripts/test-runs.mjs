import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './bootstrap.mjs'
import { follow } from './child.mjs'

// What a run of the tests came to: `code` of the program, and `files` by path, as its report has them.

/** Runs the tests with these arguments to their end. */
export async function runTests(node, args) {
  const report = join(root, '.tools', `test-report-${process.pid}.json`)
  mkdirSync(join(root, '.tools'), { recursive: true })
  const run = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json']
  const code = await follow(node, [...run, `--outputFile.json=${report}`, ...args])
  const { testResults = [] } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {}
  rmSync(report, { force: true })
  return { code, files: new Map(testResults.map((file) => [file.name, file])) }
}

const failedIn = (file) => file.assertionResults.filter(({ status }) => status === 'failed')

/** The names of the failed tests, each with its file. */
export const failures = ({ files }) =>
  [...files.values()].flatMap((file) =>
    failedIn(file).map((entry) => `${relative(root, file.name)}: ${entry.fullName}`),
  )

const reasonLengthMax = 300
/** The same, each with what it failed by: a run of an hour prints its cause far above its end. */
export const failuresWithReasons = ({ files }) =>
  [...files.values()].flatMap((file) =>
    failedIn(file).map(({ fullName, failureMessages = [] }) => {
      const reason = stripVTControlCharacters(failureMessages[0] ?? '').replaceAll(/\s+/g, ' ')
      return `${relative(root, file.name)}: ${fullName}: ${reason.slice(0, reasonLengthMax)}`
    }),
  )

export function count({ code, files }) {
  const all = [...files.values()]
  const passed = all.flatMap((file) => file.assertionResults).filter(({ status }) => status === 'passed').length
  // A file that did not even load has no failed test of its own; it counts as one.
  const unloaded = all.filter((file) => file.status === 'failed' && failedIn(file).length === 0).length
  const failed = all.flatMap(failedIn).length + unloaded
  return { passed, failed: Math.max(failed, code === 0 ? 0 : 1) }
}

/**
 * The journeys that broke, if they are few and nothing else did: a browser on a busy machine may be late for one step of three hundred.
 * Whatever is tested without a browser must hold each time.
 */
export function worthSecondRun({ code, files }) {
  const broken = [...files.values()].filter(({ status }) => status === 'failed').map(({ name }) => name)
  const isJourney = (name) => relative(root, name).startsWith(join('tests', 'browser', 'journeys'))
  return code === 1 && broken.length <= 2 && broken.every(isJourney) ? broken : []
}

/** The first run with what the second one found in its files. */
export const joined = (first, second) => ({ code: second.code, files: new Map([...first.files, ...second.files]) })
